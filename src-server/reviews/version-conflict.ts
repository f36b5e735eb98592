import { submissionMessages } from '#shared/submission.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { getSubmission } from '../submissions/list-submissions.ts'

/** The rejection of a decision that was made on an old version, with what staff see now. */
export async function versionConflict(ctx: AppContext, submissionId: string): Promise<AppError> {
  const newer = await getSubmission(ctx, submissionId)
  return new AppError('conflict', submissionMessages.statusConflict, { newer })
}
