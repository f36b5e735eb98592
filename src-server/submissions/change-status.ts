import { canTakePhotos, nextStep, paidBeforeStep, stepInMail } from '#shared/next-step.ts'
import { codeOfReason, type ReasonCode } from '#shared/reason-code.ts'
import { finalStatuses, type ReviewStatus, submissionMessages } from '#shared/submission.ts'
import { type SystemReasonCode, systemReasons } from '#shared/system-reasons.ts'
import type { AppContext } from '../context.ts'
import { listShownFiles } from '../files/file-queries.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { deleteUnsentMail, sendMailNow } from '../platform/mail/outbox-queries.ts'
import { closeOpenRequest } from './case-queries.ts'
import { keptUntil } from './custody.ts'
import { listNewestPayouts, markContradiction } from './payout-facts-queries.ts'
import { stageOf } from './payout-view.ts'
import { eraseAtEnd, purgeSubmission } from './purge-submission.ts'
import { mailCustomer, type OrderMailFacts, reasonForMail } from './submission-email.ts'
import { updateStatus } from './submission-queries.ts'
import { settleWait } from './waiting-time.ts'

export type NewStatus = {
  status: ReviewStatus
  reason: string | null
  /** By default that of the text of the reason. */
  reasonCode?: ReasonCode | null
  /** The staff member, or the customer of the order. */
  changedBy: string
  checkId?: string | null
  evidence?: 'shown' | 'owed' | undefined
  /** ISO 8601. By default nothing is owed any more. */
  evidenceDueAt?: string | null
  /** ISO 8601; e-mail and erasure wait until then. By default it cannot be undone. */
  undoUntil?: string | null
  reference?: string | undefined
  /** Also number, photos and notes, with the code. */
  erasesAll?: true
  /** So that the customer can be paid another way. */
  isPayoutBack?: true
  isPaid?: true
  /** The caller mails the customer. */
  isUnmailed?: true
  mail?: OrderMailFacts
  /** Also of an order that waits for its seller, or that they have answered. */
  columns?: Partial<SubmissionTable>
  /** The change resumes a former state: these columns are written, nothing is erased, and no e-mail is sent. */
  resumed?: { columns: Partial<SubmissionTable>; mark?: 'undo' }
}

/** The only way that a status changes. The caller has locked the submission. Returns its new version. */
export async function changeStatus(app: AppContext, tx: Tx, current: SubmissionTable, newStatus: NewStatus) {
  const { status, reason, changedBy, undoUntil = null, isPayoutBack, erasesAll, isUnmailed, resumed } = newStatus
  const { reasonCode = codeOfReason(status, reason), checkId = null, evidenceDueAt = null } = newStatus
  const now = timestamp(app.clock)
  const version = current.version + 1
  const changes: Partial<SubmissionTable> = {
    status,
    status_reason: reason,
    status_reason_code: reasonCode,
    evidence_due_at: evidenceDueAt,
    version,
    updated_at: now,
    request_state: null,
    ...newStatus.columns,
    ...(resumed?.columns ?? (await endOf(app, tx, current, { status, now, undoUntil, isPayoutBack }))),
  }
  if (!(await updateStatus(tx, current.id, current.version, changes))) throw conflict(submissionMessages.statusConflict)
  await settleWait(app, tx, current.id, { isUndo: resumed?.mark === 'undo' && current.due_at === null })
  await markContradiction(tx, current.id, status)
  // Any decision ends what its order waited for.
  if (current.request_state === 'requested')
    await closeOpenRequest(app, tx, current, { state: 'withdrawn', closed_by: changedBy })
  const wasFinal = finalStatuses.has(current.status)
  const isFinal = finalStatuses.has(status)
  const isKept = changes.kept_until ? true : current.kept_until !== null && !isFinal
  const isErased = !isKept && (wasFinal || (isFinal && undoUntil === null))
  const erase = erasesAll ? purgeSubmission : eraseAtEnd
  if (isErased && !resumed) await erase(app, tx, { ...current, ...changes }, now)
  const mailId =
    resumed || isUnmailed ? null : await notifyCustomer(app, tx, current, { ...newStatus, reasonCode, undoUntil })
  await table('status_changes').insert(tx, {
    id: newId(),
    submission_id: current.id,
    version,
    from_status: current.status,
    to_status: status,
    reason,
    reason_code: reasonCode,
    check_id: checkId,
    changed_by: changedBy,
    changed_at: now,
    undo_until: undoUntil,
    undo_mark: resumed?.mark ?? null,
    mail_id: undoUntil && mailId,
    // Reasons of staff are suggested by brand; those of customers are not.
    card_brand: changedBy === current.user_id ? null : current.card_brand,
    request_state: changes.request_state ?? null,
  })
  const event = { submissionId: current.id, customerId: current.user_id }
  await app.events.emit(tx, { name: 'submission.status-changed', ...event })
  return version
}

/**
 * The security code is due for erasure at the end of the undo window; a change without one erases it itself, as does
 * the next change. The custody 'hold' keeps number and code of a completed order, also while its payout is owed.
 */
async function endOf(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  {
    status,
    now,
    undoUntil,
    isPayoutBack,
  }: Pick<NewStatus, 'status' | 'isPayoutBack'> & { now: string; undoUntil: string | null },
): Promise<Partial<SubmissionTable>> {
  if (!finalStatuses.has(status)) return { final_at: null, kept_until: null }
  const final_at = (finalStatuses.has(order.status) ? order.final_at : null) ?? now
  const kept_until = status === 'completed' || isPayoutBack ? await keptUntil(app, tx, order, final_at) : null
  if (kept_until !== null) return { final_at, kept_until, erase_code_at: null }
  if (finalStatuses.has(order.status)) return { final_at, kept_until }
  return { final_at, kept_until, erase_code_at: undoUntil }
}

async function notifyCustomer(
  app: AppContext,
  tx: Tx,
  submission: SubmissionTable,
  {
    status,
    reason,
    reasonCode,
    undoUntil,
    reference,
    isPayoutBack,
    isPaid,
    evidence,
    mail: other,
  }: NewStatus & { reasonCode: ReasonCode | null; undoUntil: string | null },
) {
  if (!other && status === submission.status && reason === submission.status_reason) return null
  await settleFormerMail(app, tx, submission, undoUntil !== null)
  const step = !other && status === 'rejected' ? await mailedStep(app, tx, submission, reasonCode) : undefined
  const mail = other ?? {
    kind: 'status-changed' as const,
    status,
    reason: reason && reasonForMail(app.keyring, submission, reason),
    ...(reference !== undefined && { reference: reasonForMail(app.keyring, submission, reference) }),
    ...(isPayoutBack && { isPayoutBack }),
    ...(isPaid && { isPaid }),
    ...(step !== undefined && { nextStep: step }),
    ...(evidence && { evidence }),
  }
  return mailCustomer(app, tx, submission, mail, undoUntil ?? undefined)
}

/** An unsent mail is sent before a new one that waits, to keep their order; else the new one replaces it. */
async function settleFormerMail(app: AppContext, tx: Tx, submission: SubmissionTable, newOneWaits: boolean) {
  const former = await table('status_changes').find(tx, { submission_id: submission.id, version: submission.version })
  if (!former?.mail_id) return
  if (newOneWaits) await sendMailNow(tx, former.mail_id, timestamp(app.clock))
  else await deleteUnsentMail(tx, former.mail_id)
}

/** The next step that the e-mail about a rejection names; `order` is the row before it. */
async function mailedStep({ clock }: AppContext, tx: Tx, order: SubmissionTable, code: ReasonCode | null) {
  if (code === null || code === 'withdrawn') return undefined
  const payout = (await listNewestPayouts(tx, [order.id], timestamp(clock))).get(order.id)
  const stage = stageOf({ ...order, status: 'rejected' }, payout)
  if (stage === 'paid' || stage === 'on-its-way') return stepInMail(paidBeforeStep)
  const fileCount = (await listShownFiles(tx, [order.id])).length
  const facts = { cardBrand: order.card_brand, fileCount, isErased: order.purged_at !== null }
  return stepInMail(nextStep('rejected', code, canTakePhotos(facts)))
}

export function systemReason<Code extends SystemReasonCode>(code: Code) {
  return { reason: systemReasons[code], reasonCode: code } as const
}

/** By its text when a node of an older version wrote the row. */
export function reasonCodeOf(order: Pick<SubmissionTable, 'status' | 'status_reason' | 'status_reason_code'>) {
  return order.status_reason_code ?? codeOfReason(order.status, order.status_reason)
}
