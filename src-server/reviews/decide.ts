import { policyMessages } from '#shared/policy.ts'
import { reviewMessages, UNDO_MS } from '#shared/review.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { AppError, notFound } from '../errors.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { type Purged, removeTraces } from '../submissions/purge-submission.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { findActiveLock } from './review-lock-queries.ts'
import { versionConflict } from './version-conflict.ts'

type DecisionMade = { version: number; undoUntil?: string }

/**
 * Records a staff decision in one transaction: new status, reason, history row, audit entry and e-mail. With `version`,
 * the decision is accepted only if that is the newest version and no colleague has the lock. Without `version`, the
 * last writer wins. An `undoable` decision delays e-mail and erasure until `undoUntil` (ISO 8601). `completed` cannot
 * be undone.
 * @throws AppError 'not_found'; 'conflict', with the newer submission when `version` is old; 'unprocessable' for a
 * registration record, or without a reason that the policy requires.
 */
export async function decide(ctx: AppContext, staff: Actor, input: SetStatusInput): Promise<DecisionMade> {
  const made = await inTransaction(ctx, (tx) => record(ctx, tx, staff, input))
  if (made === 'stale') throw await versionConflict(ctx, input.submissionId)
  const { purged, ...decision } = made
  if (purged) await removeTraces(ctx, purged.fileKeys)
  return decision
}

async function record(
  ctx: AppContext,
  tx: Tx,
  staff: Actor,
  input: SetStatusInput,
): Promise<(DecisionMade & { purged: Purged | undefined }) | 'stale'> {
  const { submissionId, status } = input
  const current = await lockSubmission(tx, submissionId)
  if (!current) throw notFound()
  if (current.status === 'registered')
    throw new AppError('unprocessable', "You can't change the status of a registration.")
  assertReason(ctx, status, reason)
  if (input.version !== undefined) {
    if (input.version !== current.version) return 'stale'
    await assertNotLockedByOther(ctx, tx, staff.id, submissionId)
  }
  const undoUntil = input.undoable && status !== 'completed' ? timestamp(ctx.clock, UNDO_MS) : null
  const change = { status, reason: input.reason || null, changedBy: staff.id, undoUntil }
  const { version, purged } = await changeStatus(ctx, tx, current, change)
  await audit(ctx, tx, staff, 'submission.decided', submissionId, `${current.status} to ${status}`)
  return { purged, version, ...(undoUntil !== null && { undoUntil }) }
}

/** @throws AppError 'unprocessable' for a rejection without the reason that the policy requires */
export function assertReason({ policies }: AppContext, status: SubmissionTable['status'], reason: string | null): void {
  if (status === 'rejected' && !reason && policies.get('reviews').rejectionReason === 'required')
    throw new AppError('unprocessable', policyMessages.reasonRequired, { field: 'reason' })
}

async function assertNotLockedByOther(ctx: AppContext, tx: Tx, staffId: string, submissionId: string): Promise<void> {
  const lock = await findActiveLock(tx, submissionId, timestamp(ctx.clock))
  if (lock && lock.holder_id !== staffId) throw new AppError('conflict', reviewMessages.deciding(lock.holder_name))
}
