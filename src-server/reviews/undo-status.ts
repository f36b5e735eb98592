import { reviewMessages } from '#shared/review.ts'
import type { UndoStatusInput } from '#shared/review-schema.ts'
import { finalStatuses, submissionMessages } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import type { StatusChangeTable, SubmissionTable } from '../db/submission-tables.ts'
import { AppError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { deleteUnsentMail } from '../mail/outbox-queries.ts'
import { getSubmission } from '../submissions/list-submissions.ts'
import { findSubmission, insertStatusChange, updateStatus } from '../submissions/submission-queries.ts'
import { findStatusChange, markUndone } from './decision-queries.ts'
import { versionConflict } from './version-conflict.ts'

/**
 * Undoes the caller's own decision that made `version`: restores status and reason as a new version, drops the e-mail.
 * The transaction guarantees that either the undo succeeds or the e-mail is sent, never both.
 * @throws AppError 'not_found'; 'forbidden' for a colleague's decision; 'conflict' when the undo window has passed, or,
 * with the current submission, when there is a newer decision.
 */
export async function undoStatus(ctx: AppContext, staff: Actor, input: UndoStatusInput): Promise<Submission> {
  const { submissionId } = input
  const isStale = await inTransaction(ctx, async (tx) => {
    const current = await findSubmission(tx, submissionId)
    const change = current && (await findStatusChange(tx, submissionId, input.version))
    if (!current || !change) throw notFound()
    if (change.changed_by !== staff.id) throw new AppError('forbidden', reviewMessages.undoNotYours)
    if (current.version !== input.version) return true
    if (!(await takeBack(ctx, tx, current, change))) throw new AppError('conflict', reviewMessages.undoTooLate)
    await bringBack(ctx, tx, staff.id, current, change)
    await audit(ctx, tx, staff, 'submission.undone', submissionId)
    await ctx.events.emit(tx, { name: 'submission.status-changed', submissionId, customerId: current.user_id })
    return false
  })
  if (isStale) throw await versionConflict(ctx, submissionId)
  return getSubmission(ctx, submissionId)
}

/** Cancels the decision's e-mail and erasure; returns false if one of them has already happened. */
async function takeBack(
  ctx: AppContext,
  tx: Tx,
  current: SubmissionTable,
  change: StatusChangeTable,
): Promise<boolean> {
  if (change.undo_until === null || change.undo_until <= timestamp(ctx.clock)) return false
  const erasesCode =
    finalStatuses.has(change.to_status) && !(change.from_status && finalStatuses.has(change.from_status))
  // Another server, whose clock is ahead, has already erased the code.
  if (erasesCode && current.erase_code_at === null) return false
  return change.mail_id === null || deleteUnsentMail(tx, change.mail_id)
}

async function bringBack(
  ctx: AppContext,
  tx: Tx,
  staffId: string,
  current: SubmissionTable,
  change: StatusChangeTable,
): Promise<void> {
  const before = await findStatusChange(tx, current.id, current.version - 1)
  const [status, reason] = [before?.to_status ?? 'pending', before?.reason ?? null]
  const [version, now] = [current.version + 1, timestamp(ctx.clock)]
  const final_at = finalStatuses.has(status) ? (before?.changed_at ?? now) : null
  const changes = { status, status_reason: reason, version, updated_at: now, erase_code_at: null, final_at }
  if (!(await updateStatus(tx, current.id, current.version, changes)))
    throw new AppError('conflict', submissionMessages.statusConflict)
  await markUndone(tx, change.id)
  await insertStatusChange(tx, {
    id: newId(),
    submission_id: current.id,
    version,
    from_status: current.status,
    to_status: status,
    reason,
    changed_by: staffId,
    changed_at: now,
    undo_mark: 'undo',
    card_brand: current.card_brand,
  })
}
