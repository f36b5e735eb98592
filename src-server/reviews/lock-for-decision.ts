import { appealMessages } from '#shared/appeal.ts'
import { reviewMessages } from '#shared/review.ts'
import { isWithdrawn, withdrawalMessages } from '#shared/withdrawal.ts'
import { checkOwnOrder } from '../accounts/own-orders.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { findOpenAppeal } from '../submissions/appeal-queries.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { findActiveLock } from './review-lock-queries.ts'

/** 'stale' when `version` is not the newest. `mark` belongs into the audit entry. */
export async function lockForDecision(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { submissionId, version }: { submissionId: string; version?: number | undefined },
): Promise<{ current: SubmissionTable; mark: string } | 'stale'> {
  const current = await lockSubmission(tx, submissionId)
  if (!current) throw notFound()
  if (current.status === 'registered')
    throw new AppError('unprocessable', "You can't change the status of a registration.")
  const mark = await checkOwnOrder(app, tx, staff, { permission: 'review', customerId: current.user_id })
  if (version !== undefined && version !== current.version) return 'stale'
  if (isWithdrawn({ status: current.status, statusReason: current.status_reason }))
    throw new AppError('conflict', withdrawalMessages.withdrawn)
  if (current.status === 'rejected' && (await findOpenAppeal(tx, submissionId)))
    throw new AppError('conflict', appealMessages.hasAppeal)
  if (version === undefined) return { current, mark }
  const lock = await findActiveLock(tx, submissionId, timestamp(app.clock))
  if (lock && lock.holder_id !== staff.id) throw new AppError('conflict', reviewMessages.deciding(lock.holder_name))
  return { current, mark }
}
