import type { Decided } from '#shared/review.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import type { AppContext } from '../context.ts'
import { getSubmission } from '../submissions/list-submissions.ts'
import { decide } from './decide.ts'

/** Decides on one order, by the rules of `decide`; answers it as it is now. @throws what `decide` throws. */
export async function setStatus(
  ctx: AppContext,
  staff: { id: string; ip: string },
  input: SetStatusInput,
): Promise<Decided> {
  const { undoUntil } = await decide(ctx, staff, input)
  const submission = await getSubmission(ctx, input.submissionId)
  return undoUntil === undefined ? submission : { ...submission, undoUntil }
}
