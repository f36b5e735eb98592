import { requestMessages } from '#shared/information-request.ts'
import type { WithdrawRequestInput } from '#shared/information-request-schema.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { markedDetail } from '../../accounts/own-orders.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { changeStatus } from '../../submissions/change-status.ts'
import { getSubmission } from '../../submissions/list-submissions.ts'
import { closeOpenRequest } from '../../submissions/request-queries.ts'
import { mailSubmission } from '../../submissions/submission-email.ts'
import { lockForDecision } from '../lock-for-decision.ts'
import { dropUnsentNotice } from './drop-unsent-notice.ts'

/** The seller gets a mail, unless they got none about the request yet. */
export async function withdrawRequest(
  ctx: CallContext,
  staff: Actor,
  { submissionId }: WithdrawRequestInput,
): Promise<Submission> {
  const { app } = ctx
  await inTransaction(ctx, async (tx) => {
    const locked = await lockForDecision(app, tx, staff, { submissionId })
    // Without a version it is never stale.
    if (locked === 'stale') throw new AppError('conflict', requestMessages.notOpen)
    const { current: order, mark } = locked
    const end = { closed_at: timestamp(app.clock), closed_by: staff.id, closed_version: order.version + 1 }
    const request = await closeOpenRequest(tx, submissionId, { state: 'withdrawn', ...end })
    if (!request) throw new AppError('conflict', requestMessages.notOpen)
    const isUnknown = await dropUnsentNotice(tx, order)
    await changeStatus(app, tx, order, {
      status: 'processing',
      reason: statusReasons.processing[0] ?? null,
      changedBy: staff.id,
      undoUntil: null,
      ...(isUnknown
        ? { isUnmailed: true }
        : {
            mail: (name) => ({
              kind: request.kind === 'fix' ? 'request-closed' : 'offer-closed',
              name,
              order: mailSubmission(order),
              outcome: 'withdrawn',
            }),
          }),
    })
    await audit(app, tx, staff, 'request.withdrawn', submissionId, markedDetail(mark, request.kind))
  })
  return getSubmission(app, staff, submissionId)
}
