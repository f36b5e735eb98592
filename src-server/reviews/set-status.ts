import type { Decided } from '#shared/review-schema.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { getSubmission } from '../submissions/list-submissions.ts'
import { decide } from './decide.ts'

/** Like `decide`; returns the new state. */
export async function setStatus(ctx: CallContext, staff: Actor, input: SetStatusInput): Promise<Decided> {
  const { undoUntil } = await decide(ctx, staff, input)
  const submission = await getSubmission(ctx.app, staff, input.submissionId)
  return undoUntil === undefined ? submission : { ...submission, undoUntil }
}
