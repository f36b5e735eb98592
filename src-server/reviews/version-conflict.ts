import { submissionWords } from '#shared/submission.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { getSubmission } from '../submissions/list-submissions.ts'

/** The refusal of a decision that was made on an old version, with what staff see now. */
export async function staleDecision(ctx: AppContext, submissionId: string): Promise<AppError> {
  const newer = await getSubmission(ctx, submissionId)
  return new AppError('conflict', submissionWords.statusConflict, { newer })
}
