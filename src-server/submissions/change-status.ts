import { finalStatuses, type ReviewStatus, submissionMessages } from '#shared/submission.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { notifyCustomer } from './notify-customer.ts'
import { markContradiction } from './payout-facts-queries.ts'
import { eraseAtEnd, type Purged } from './purge-submission.ts'
import { insertStatusChange, updateStatus } from './submission-queries.ts'

export type NewStatus = {
  status: ReviewStatus
  reason: string | null
  /** The staff member, or the customer of the order. */
  changedBy: string
  /** Until when the change can be undone (ISO 8601); e-mail and erasure wait until then. Null: not at all. */
  undoUntil: string | null
  /** The reference of the payment that completes the order, for the e-mail. */
  reference?: string | undefined
  /** The payout failed or came back, so that the customer can be paid another way. */
  isPayoutBack?: true
  /** Set when the change resumes a former state: these columns are written; nothing is erased and no e-mail is sent. */
  resumed?: { columns: Partial<SubmissionTable>; mark?: 'undo' }
}

/**
 * Changes the status of a submission, the only way it changes after its creation: the row, which must still have the
 * version of `current`, the history, the e-mail to the customer, the erasure at its end and the event. The caller has
 * locked the submission with `lockSubmission` and calls `removeTraces` with `purged` after the commit.
 * @throws AppError 'conflict' when a concurrent change was first
 */
export async function changeStatus(
  app: AppContext,
  tx: Tx,
  current: SubmissionTable,
  { status, reason, changedBy, undoUntil, reference, isPayoutBack, resumed }: NewStatus,
): Promise<{ version: number; purged: Purged | undefined }> {
  const now = timestamp(app.clock)
  const version = current.version + 1
  const changes = {
    status,
    status_reason: reason,
    version,
    updated_at: now,
    ...(resumed?.columns ?? endOf(current, status, { now, undoUntil })),
  }
  if (!(await updateStatus(tx, current.id, current.version, changes)))
    throw new AppError('conflict', submissionMessages.statusConflict)
  await markContradiction(tx, current.id, status)
  const isErased = finalStatuses.has(current.status) || (finalStatuses.has(status) && undoUntil === null)
  const purged = isErased && !resumed ? await eraseAtEnd(tx, current, now) : undefined
  const about = { status, reason, undoUntil, reference, isPayoutBack }
  const mailId = resumed ? null : await notifyCustomer(app, tx, current, about)
  await insertStatusChange(tx, {
    id: newId(),
    submission_id: current.id,
    version,
    from_status: current.status,
    to_status: status,
    reason,
    changed_by: changedBy,
    changed_at: now,
    undo_until: undoUntil,
    undo_mark: resumed?.mark ?? null,
    mail_id: undoUntil && mailId,
    // Changes by customers have no brand, by which reasons of staff are suggested.
    card_brand: changedBy === current.user_id ? null : current.card_brand,
  })
  const event = { submissionId: current.id, customerId: current.user_id }
  await app.events.emit(tx, { name: 'submission.status-changed', ...event })
  return { version, purged }
}

/**
 * Sets when the submission became final and when its security code is due for erasure. That is the end of the undo
 * window; a change without one erases the code itself, as does the next change.
 */
function endOf(
  { status: former, final_at }: SubmissionTable,
  status: ReviewStatus,
  { now, undoUntil }: { now: string; undoUntil: string | null },
): Partial<SubmissionTable> {
  if (!finalStatuses.has(status)) return { final_at: null }
  if (finalStatuses.has(former)) return { final_at: final_at ?? now }
  return { final_at: now, erase_code_at: undoUntil }
}
