import { policyMessages } from '#shared/policy.ts'
import { reviewMessages, UNDO_MS } from '#shared/review.ts'
import { finalStatuses, submissionMessages } from '#shared/submission.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'
import { AppError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { eraseAtEnd, type Purged, removeTraces } from '../submissions/purge-submission.ts'
import { findSubmission, insertStatusChange, updateStatus } from '../submissions/submission-queries.ts'
import { notifyCustomer } from './notify-customer.ts'
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
  const reason = input.reason || null
  const current = await findSubmission(tx, submissionId)
  if (!current) throw notFound()
  if (current.status === 'registered')
    throw new AppError('unprocessable', "You can't change the status of a registration.")
  assertReason(ctx, status, reason)
  if (input.version !== undefined) {
    if (input.version !== current.version) return 'stale'
    await assertNotLockedByOther(ctx, tx, staff.id, submissionId)
  }
  const now = timestamp(ctx.clock)
  const version = current.version + 1
  const undoUntil = input.undoable && status !== 'completed' ? timestamp(ctx.clock, UNDO_MS) : null
  const changes = {
    status,
    status_reason: reason,
    version,
    updated_at: now,
    ...endOf(current, status, { now, undoUntil }),
  }
  if (!(await updateStatus(tx, submissionId, current.version, changes)))
    throw new AppError('conflict', submissionMessages.statusConflict)
  const isErased = finalStatuses.has(current.status) || (finalStatuses.has(status) && undoUntil === null)
  const purged = isErased ? await eraseAtEnd(tx, current, now) : undefined
  const mailId = await notifyCustomer(ctx, tx, current, { status, reason, undoUntil })
  await insertStatusChange(tx, {
    id: newId(),
    submission_id: submissionId,
    version,
    from_status: current.status,
    to_status: status,
    reason,
    changed_by: staff.id,
    changed_at: now,
    undo_until: undoUntil,
    mail_id: undoUntil && mailId,
    card_brand: current.card_brand,
  })
  await audit(ctx, tx, staff, 'submission.decided', submissionId, `${current.status} to ${status}`)
  await ctx.events.emit(tx, { name: 'submission.status-changed', submissionId, customerId: current.user_id })
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

/**
 * Sets when the submission became final and when its security code is due for erasure. That is the end of the undo
 * window; a decision without one erases the code itself, as does the next decision.
 */
function endOf(
  { status: former, final_at }: SubmissionTable,
  status: SubmissionTable['status'],
  { now, undoUntil }: { now: string; undoUntil: string | null },
): Partial<SubmissionTable> {
  if (!finalStatuses.has(status)) return { final_at: null }
  if (finalStatuses.has(former)) return { final_at: final_at ?? now }
  return { final_at: now, erase_code_at: undoUntil }
}
