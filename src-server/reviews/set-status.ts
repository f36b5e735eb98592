import { isAppealReason } from '#shared/appeal.ts'
import type { PaidMoney } from '#shared/payout.ts'
import { policyMessages } from '#shared/policy-messages.ts'
import { codeOfReason, isSystemReason, listedReason, needsEvidence, type ReasonCode } from '#shared/reason-code.ts'
import { reviewMessages } from '#shared/review.ts'
import type { BulkOutcome, Decided, SetStatusesInput, UndoStatusInput } from '#shared/review-schema.ts'
import { finalStatuses, type ReviewStatus } from '#shared/submission.ts'
import type { SetStatusInput, Submission } from '#shared/submission-schema.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { withdrawalMessages, withdrawnReason } from '#shared/withdrawal.ts'
import { OwnOrderRefused } from '../accounts/staff-links.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { forgetPlace } from '../inventory/disposition-queries.ts'
import { recordBalance } from '../inventory/record-balance.ts'
import { undoApproval } from '../payouts/create-payout.ts'
import { applyDecision } from '../payouts/decision-money.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { StatusChangeTable, SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { AppError, conflict, invalid, notFound } from '../platform/errors.ts'
import { deleteUnsentMail } from '../platform/mail/outbox-queries.ts'
import { changeStatus, type NewStatus } from '../submissions/change-status.ts'
import { keptUntil } from '../submissions/custody.ts'
import { getSubmission } from '../submissions/list-submissions.ts'
import { listStatusChanges, lockSubmission } from '../submissions/submission-queries.ts'
import { decidedView, inDecision, OutdatedDecision, recordDecision } from './make-decision.ts'
import { evidenceOf, formerEvidenceDue } from './record-check.ts'
import { endLock } from './review-lock.ts'

/** Like `decide`; returns the new state. */
export async function setStatus(ctx: CallContext, staff: Actor, input: SetStatusInput): Promise<Decided> {
  return decidedView(ctx, staff, input, await decide(ctx, staff, input))
}

/** As `recordDecision` says. 'completed' and what books money that came back cannot be undone. */
async function decide(ctx: CallContext, staff: Actor, input: SetStatusInput) {
  const { status } = input
  return recordDecision(ctx, staff, input, async (tx, { order, audit, ...decision }, app) => {
    const given = reasonOf(app, input)
    const about = { submissionId: order.id, status, reasonCode: given.reasonCode, by: staff.id }
    const { hasPicture, ...evidence } = await evidenceOf(app, tx, { ...about, checkId: input.checkId })
    const { conflict, money } = (await applyDecision(app, tx, staff, order, input)) ?? {}
    if (conflict !== undefined) throw new OutdatedDecision(conflict)
    const isBooked = status === 'completed' || (money !== undefined && money !== 'sent')
    const undoUntil = isBooked ? null : decision.undoUntil
    const change = {
      status,
      ...given,
      ...evidence,
      evidence: mailedEvidence(given.reasonCode, hasPicture),
      changedBy: staff.id,
      undoUntil,
      reference: input.payoutReference || undefined,
      ...moneyFacts(status, money),
    }
    const version = await changeStatus(app, tx, order, change)
    if (status === 'completed') await recordBalance(app, tx, staff, order, input.balance)
    if (finalStatuses.has(status)) await endLock(app, tx, order.id)
    const facts = [
      `${order.status} to ${status}`,
      ...(status === 'rejected' && given.reasonCode ? [given.reasonCode] : []),
      ...(hasPicture ? ['evidence'] : []),
    ]
    await audit('submission.decided', facts.join(', '))
    return { version, undoUntil }
  })
}

function mailedEvidence(code: ReasonCode | null, hasPicture: boolean): 'shown' | 'owed' | undefined {
  if (hasPicture) return 'shown'
  return needsEvidence(code) ? 'owed' : undefined
}

function moneyFacts(status: ReviewStatus, money?: PaidMoney): Pick<NewStatus, 'isPaid' | 'isPayoutBack'> {
  if (money === 'sent') return { isPaid: true }
  return status === 'failed' && money === 'returned' ? { isPayoutBack: true } : {}
}

type GivenReason = { reason: string | null; reasonCode: ReasonCode | null }

/** A text has the code of the equal listed reason. A rejection without either has fixed words and the code 'none'. */
function reasonOf(
  { policies }: AppContext,
  { status, reason, reasonCode }: Pick<SetStatusInput, 'status' | 'reason' | 'reasonCode'>,
): GivenReason {
  if (reason === withdrawnReason) throw invalid('reason', withdrawalMessages.onlyCustomer)
  if (reason && isSystemReason(reason)) throw invalid('reason', reviewMessages.systemReason)
  if (reasonCode === 'other' && !reason) throw invalid('reason', reviewMessages.noWords)
  if (reasonCode && reasonCode !== 'other') {
    const text = listedReason(status, reasonCode)
    if (text === undefined) throw invalid('reasonCode', reviewMessages.otherStatus)
    return { reason: reason || text, reasonCode }
  }
  if (reason) return { reason, reasonCode: reasonCode ?? codeOfReason(status, reason) }
  if (status !== 'rejected') return { reason: null, reasonCode: null }
  if (policies.get('reviews').rejectionReason === 'required')
    throw new AppError('unprocessable', policyMessages.reasonRequired, { field: 'reason' })
  return { reason: systemReasons.none, reasonCode: 'none' }
}

/** Each in its own transaction, outcomes in the order of `items`. @throws when the permission is lost in between */
export async function setStatuses(ctx: CallContext, staff: Actor, { items, ...decision }: SetStatusesInput) {
  reasonOf(ctx.app, decision)
  const outcomes: BulkOutcome[] = []
  for (const { submissionId, version } of items) {
    try {
      const made = await decide(ctx, staff, { submissionId, version, ...decision })
      const { undoUntil } = made
      outcomes.push({ submissionId, ok: true, version: made.version, ...(undoUntil !== null && { undoUntil }) })
    } catch (error) {
      if (isPermissionLost(error)) throw error
      outcomes.push({ submissionId, ok: false, message: messageOf(ctx.app, error) })
    }
  }
  return outcomes
}

function isPermissionLost(error: unknown) {
  if (!(error instanceof AppError) || error instanceof OwnOrderRefused) return false
  return error.code === 'unauthorized' || error.code === 'forbidden'
}

/** Earlier items are committed, so an unexpected error is an outcome. */
function messageOf(app: AppContext, error: unknown) {
  if (error instanceof AppError) return error.message
  app.log.error({ err: error }, 'bulk decision failed for one submission')
  return 'Something went wrong on our side. Please try again.'
}

/** A new version. Either the undo succeeds or the e-mail is sent. @throws 'conflict' after a newer decision */
export async function undoStatus(ctx: CallContext, staff: Actor, input: UndoStatusInput): Promise<Submission> {
  const { submissionId } = input
  await inDecision(ctx, staff, submissionId, async (tx, app) => {
    const current = await lockSubmission(tx, submissionId)
    const change =
      current && (await table('status_changes').find(tx, { submission_id: submissionId, version: input.version }))
    if (!current || !change) throw notFound()
    if (change.changed_by !== staff.id) throw new AppError('forbidden', reviewMessages.undoNotYours)
    if (current.version !== input.version) throw new OutdatedDecision()
    if (!(await takeBack(app, tx, current, change))) throw conflict(reviewMessages.undoTooLate)
    await undoApproval(app, tx, staff, change)
    await forgetPlace(tx, change)
    await bringBack(app, tx, staff.id, current, change)
    await audit(app, tx, staff, 'submission.undone', submissionId)
  })
  return getSubmission(ctx.app, staff, submissionId)
}

/** Cancels e-mail and erasure; returns false if one of them has happened. */
async function takeBack(app: AppContext, tx: Tx, current: SubmissionTable, change: StatusChangeTable) {
  if (change.undo_until === null || change.undo_until <= timestamp(app.clock)) return false
  const erasesCode =
    finalStatuses.has(change.to_status) && !(change.from_status && finalStatuses.has(change.from_status))
  // Another server, whose clock is ahead, has already erased the code.
  if (erasesCode && current.erase_code_at === null) return false
  return change.mail_id === null || deleteUnsentMail(tx, change.mail_id)
}

async function bringBack(
  app: AppContext,
  tx: Tx,
  staffId: string,
  current: SubmissionTable,
  change: StatusChangeTable,
) {
  // An appeal in the history is no decision: the order has kept the reason from before it.
  const before = (await listStatusChanges(tx, current.id)).findLast(({ version, reason_code, to_status }) => {
    return version < current.version && !(to_status === 'rejected' && isAppealReason(reason_code))
  })
  // Registration records are never decided on, so their status is none to return to.
  const status = (before?.to_status ?? 'pending') as ReviewStatus
  const reason = before?.reason ?? null
  const reasonCode = before ? (before.reason_code ?? codeOfReason(before.to_status, reason)) : null
  const kept = before && { status, reasonCode, checkId: before.check_id, decidedAt: before.changed_at }
  const evidenceDueAt = kept ? await formerEvidenceDue(tx, kept) : null
  const checkId = before?.check_id ?? null
  const final_at = finalStatuses.has(status) ? (before?.changed_at ?? timestamp(app.clock)) : null
  const kept_until = status === 'completed' && final_at ? await keptUntil(app, tx, current, final_at) : null
  const request_state = before?.request_state ?? null
  if (request_state === 'requested') {
    const withdrawn = { submission_id: current.id, closed_version: change.version, state: 'withdrawn' } as const
    const reopened = { state: 'open', closed_at: null, closed_by: null, closed_version: null } as const
    await table('information_requests').update(tx, withdrawn, reopened)
  }
  const resumed = { columns: { erase_code_at: null, final_at, kept_until, request_state }, mark: 'undo' } as const
  const former = { status, reason, reasonCode, checkId, evidenceDueAt }
  await changeStatus(app, tx, current, { ...former, changedBy: staffId, resumed })
  await table('status_changes').update(tx, { id: change.id }, { undo_mark: 'undone', undo_until: null, mail_id: null })
}
