import { requestMessages } from '#shared/information-request.ts'
import type { WithdrawRequestInput } from '#shared/information-request-schema.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { markedDetail } from '../../accounts/own-orders.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { changeStatus } from '../../submissions/change-status.ts'
import { getSubmission } from '../../submissions/list-submissions.ts'
import { lockForDecision } from '../lock-for-decision.ts'
import { closeRequest } from './close-request.ts'

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
    const { request, isUnknown } = await closeRequest(app, tx, order, 'withdrawn', staff.id)
    if (!request) throw new AppError('conflict', requestMessages.notOpen)
    await changeStatus(app, tx, order, {
      status: 'processing',
      reason: statusReasons.processing[0] ?? null,
      changedBy: staff.id,
      undoUntil: null,
      ...(isUnknown
        ? { isUnmailed: true }
        : { mail: { kind: request.kind === 'fix' ? 'request-closed' : 'offer-closed', outcome: 'withdrawn' } }),
    })
    await audit(app, tx, staff, 'request.withdrawn', submissionId, markedDetail(mark, request.kind))
  })
  return getSubmission(app, staff, submissionId)
}
