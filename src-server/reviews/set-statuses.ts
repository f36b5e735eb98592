import type { BulkOutcome, SetStatusesInput } from '#shared/review-schema.ts'
import { OwnOrderRefused } from '../accounts/own-orders.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { AppError } from '../platform/errors.ts'
import { decide, reasonOf } from './set-status.ts'

/** Each in its own transaction, outcomes in the order of `items`. @throws when the permission is lost in between */
export async function setStatuses(ctx: CallContext, staff: Actor, { items, ...decision }: SetStatusesInput) {
  reasonOf(ctx.app, decision)
  const outcomes: BulkOutcome[] = []
  for (const { submissionId, version } of items) {
    try {
      const made = await decide(ctx, staff, { submissionId, version, ...decision })
      const { undoUntil } = made
      outcomes.push({ submissionId, ok: true, version: made.version, ...(undoUntil !== null && { undoUntil }) })
    } catch (error) {
      if (isPermissionLost(error)) throw error
      outcomes.push({ submissionId, ok: false, message: messageOf(ctx.app, error) })
    }
  }
  return outcomes
}

function isPermissionLost(error: unknown): boolean {
  if (!(error instanceof AppError) || error instanceof OwnOrderRefused) return false
  return error.code === 'unauthorized' || error.code === 'forbidden'
}

/** Earlier items are committed, so an unexpected error is an outcome. */
function messageOf(app: AppContext, error: unknown): string {
  if (error instanceof AppError) return error.message
  app.log.error({ err: error }, 'bulk decision failed for one submission')
  return 'Something went wrong on our side. Please try again.'
}
