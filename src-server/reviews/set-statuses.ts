import type { BulkOutcome } from '#shared/review.ts'
import type { SetStatusesInput } from '#shared/review-schema.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { decide } from './decide.ts'

/**
 * Decides on many orders alike, each in a transaction of its own and by the rules of `decide`: what is refused for one
 * keeps no other back. Answers in the order of `items`.
 * @throws AppError 'unauthorized' or 'forbidden' when the caller loses the right to it; what was decided before stays.
 */
export async function setStatuses(
  ctx: AppContext,
  staff: { id: string; ip: string },
  { items, ...decision }: SetStatusesInput,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = []
  for (const { submissionId, version } of items) {
    try {
      const made = await decide(ctx, staff, { submissionId, version, ...decision })
      outcomes.push({ submissionId, ok: true, ...made })
    } catch (error) {
      if (error instanceof AppError && (error.code === 'unauthorized' || error.code === 'forbidden')) throw error
      outcomes.push({ submissionId, ok: false, message: messageOf(ctx, error) })
    }
  }
  return outcomes
}

/** Orders before this one are decided already, so a failure is an outcome like any other. */
function messageOf(ctx: AppContext, error: unknown): string {
  if (error instanceof AppError) return error.message
  ctx.log.error({ err: error }, 'one order of many could not be decided')
  return 'Something went wrong on our side. Please try again.'
}
