import { isAppealReason } from '#shared/appeal.ts'
import { codeOfReason } from '#shared/reason-code.ts'
import { reviewMessages } from '#shared/review.ts'
import type { UndoStatusInput } from '#shared/review-schema.ts'
import { finalStatuses, type ReviewStatus } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { forgetPlace } from '../inventory/disposition-queries.ts'
import { undoApproval } from '../payouts/create-payout.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { StatusChangeTable, SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { AppError, conflict, notFound } from '../platform/errors.ts'
import { deleteUnsentMail } from '../platform/mail/outbox-queries.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { keptUntil } from '../submissions/custody.ts'
import { getSubmission } from '../submissions/list-submissions.ts'
import { reopenRequest } from '../submissions/request-queries.ts'
import { listStatusChanges, lockSubmission } from '../submissions/submission-queries.ts'
import { formerEvidenceDue } from './decision-evidence.ts'
import { inDecision, OutdatedDecision } from './make-decision.ts'

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
): Promise<void> {
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
  if (request_state === 'requested') await reopenRequest(tx, current.id, change.version)
  const resumed = { columns: { erase_code_at: null, final_at, kept_until, request_state }, mark: 'undo' } as const
  const former = { status, reason, reasonCode, checkId, evidenceDueAt }
  await changeStatus(app, tx, current, { ...former, changedBy: staffId, resumed })
  await table('status_changes').update(tx, { id: change.id }, { undo_mark: 'undone', undo_until: null, mail_id: null })
}
