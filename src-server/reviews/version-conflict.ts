import { submissionMessages } from '#shared/submission.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../platform/errors.ts'
import { getSubmission } from '../submissions/list-submissions.ts'

/**
 * Returns the error for a decision that the current submission, its detail, does not allow: by default an old version.
 */
export async function versionConflict(
  app: AppContext,
  staff: Actor,
  submissionId: string,
  message: string = submissionMessages.statusConflict,
): Promise<AppError> {
  const newer = await getSubmission(app, staff, submissionId)
  return new AppError('conflict', message, { newer })
}
