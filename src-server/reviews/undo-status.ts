import { reviewMessages } from '#shared/review.ts'
import type { UndoStatusInput } from '#shared/review-schema.ts'
import { finalStatuses, type Submission, submissionMessages } from '#shared/submission.ts'
import { insertAuditEntry } from '../audit/audit-queries.ts'
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
 * Takes back the decision that made `version`, by whoever made it and while it can be: status and reason are again what
 * they were, as a new version, and its mail is never sent. Either this or the mail happens, which the transaction
 * decides.
 * @throws AppError 'not_found'; 'forbidden' for a decision of somebody else; 'conflict' when it is too late, or when
 * the order was decided again (carrying it as it is now).
 */
export async function undoStatus(
  ctx: AppContext,
  staff: { id: string; ip: string },
  input: UndoStatusInput,
): Promise<Submission> {
  const { submissionId } = input
  const customerId = await inTransaction(ctx, async (tx) => {
    const current = await findSubmission(tx, submissionId)
    const change = current && (await findStatusChange(tx, submissionId, input.version))
    if (!current || !change) throw notFound()
    if (change.changed_by !== staff.id) throw new AppError('forbidden', reviewMessages.undoNotYours)
    if (current.version !== input.version) return 'stale'
    if (!(await takeBack(ctx, tx, current, change))) throw new AppError('conflict', reviewMessages.undoTooLate)
    await bringBack(ctx, tx, staff.id, current, change)
    const entry = {
      actorId: staff.id,
      action: 'submission.undone',
      objectId: submissionId,
      detail: '',
      ip: staff.ip,
    } as const
    await insertAuditEntry({ ...ctx, db: tx }, entry)
    return { of: current.user_id }
  })
  if (customerId === 'stale') throw await versionConflict(ctx, submissionId)
  ctx.events.publish({ name: 'submission.status-changed', submissionId, customerId: customerId.of })
  return getSubmission(ctx, submissionId)
}

/** Whether nothing that follows from the decision has happened yet; then none of it will. */
async function takeBack(
  ctx: AppContext,
  tx: Tx,
  current: SubmissionTable,
  change: StatusChangeTable,
): Promise<boolean> {
  if (change.undo_until === null || change.undo_until <= timestamp(ctx.clock)) return false
  const erasesCode =
    finalStatuses.has(change.to_status) && !(change.from_status && finalStatuses.has(change.from_status))
  // Erased by a server whose clock is ahead of ours.
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
