import { submissionMessages } from '#shared/submission.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { getSubmission } from '../submissions/list-submissions.ts'

/** Returns the error for a decision on an old version, with the current submission as its detail. */
export async function versionConflict(ctx: AppContext, submissionId: string): Promise<AppError> {
  const newer = await getSubmission(ctx, submissionId)
  return new AppError('conflict', submissionMessages.statusConflict, { newer })
}
