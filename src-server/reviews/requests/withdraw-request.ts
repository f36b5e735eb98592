import { requestMessages } from '#shared/information-request.ts'
import type { WithdrawRequestInput } from '#shared/information-request-schema.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { conflict } from '../../platform/errors.ts'
import { changeStatus } from '../../submissions/change-status.ts'
import { makeDecision } from '../make-decision.ts'
import { closeRequest } from './lock-request.ts'

/** The seller gets a mail, unless they got none about the request yet. */
export async function withdrawRequest(ctx: CallContext, staff: Actor, { submissionId }: WithdrawRequestInput) {
  return makeDecision(ctx, staff, { submissionId }, async (tx, { order, audit }, app) => {
    const { request, isUnknown } = await closeRequest(app, tx, order, 'withdrawn', staff.id)
    if (!request) throw conflict(requestMessages.notOpen)
    await changeStatus(app, tx, order, {
      status: 'processing',
      reason: statusReasons.processing[0] ?? null,
      changedBy: staff.id,
      ...(isUnknown
        ? { isUnmailed: true }
        : { mail: { kind: request.kind === 'fix' ? 'request-closed' : 'offer-closed', outcome: 'withdrawn' } }),
    })
    await audit('request.withdrawn', request.kind)
  })
}
