import { submissionMessages } from '#shared/submission.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../platform/errors.ts'
import { getSubmission } from '../submissions/list-submissions.ts'

/** The conflict of a decision, with the current submission as its detail. */
export async function versionConflict(
  app: AppContext,
  staff: Actor,
  submissionId: string,
  message: string = submissionMessages.statusConflict,
): Promise<AppError> {
  const newer = await getSubmission(app, staff, submissionId)
  return new AppError('conflict', message, { newer })
}
