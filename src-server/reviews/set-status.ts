import { policyMessages } from '#shared/policy-messages.ts'
import { codeOfReason, isSystemReason, listedReason, needsEvidence, type ReasonCode } from '#shared/reason-code.ts'
import { reviewMessages } from '#shared/review.ts'
import type { Decided } from '#shared/review-schema.ts'
import { finalStatuses } from '#shared/submission.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { withdrawalMessages, withdrawnReason } from '#shared/withdrawal.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { recordBalance } from '../inventory/record-balance.ts'
import { applyDecision } from '../payouts/decision-money.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { changeStatus, type NewStatus } from '../submissions/change-status.ts'
import { evidenceOf } from './decision-evidence.ts'
import { decidedView, OutdatedDecision, recordDecision } from './make-decision.ts'
import { endLock } from './review-lock.ts'

/** Like `decide`; returns the new state. */
export async function setStatus(ctx: CallContext, staff: Actor, input: SetStatusInput): Promise<Decided> {
  return decidedView(ctx, staff, input, await decide(ctx, staff, input))
}

/** As `recordDecision` says. 'completed' and what books money that came back cannot be undone. */
export async function decide(ctx: CallContext, staff: Actor, input: SetStatusInput) {
  const { status } = input
  return recordDecision(ctx, staff, input, async (tx, { order, audit, ...decision }, app) => {
    const given = reasonOf(app, input)
    const about = { submissionId: order.id, status, reasonCode: given.reasonCode, by: staff.id }
    const { hasPicture, ...evidence } = await evidenceOf(app, tx, { ...about, checkId: input.checkId })
    const conflict = await applyDecision(app, tx, staff, order, input)
    if (conflict) throw new OutdatedDecision(conflict.conflict)
    const isBooked = status === 'completed' || (input.payout !== undefined && input.payout !== 'sent')
    const undoUntil = isBooked ? null : decision.undoUntil
    const change = {
      status,
      ...given,
      ...evidence,
      evidence: mailedEvidence(given.reasonCode, hasPicture),
      changedBy: staff.id,
      undoUntil,
      reference: input.payoutReference || undefined,
      ...(order.status === 'completed' && moneyFacts(input)),
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

function moneyFacts({ status, payout }: SetStatusInput): Pick<NewStatus, 'isPaid' | 'isPayoutBack'> {
  if (payout === 'sent') return { isPaid: true }
  return status === 'failed' && payout === 'returned' ? { isPayoutBack: true } : {}
}

type GivenReason = { reason: string | null; reasonCode: ReasonCode | null }

/** A text has the code of the equal listed reason. A rejection without either has fixed words and the code 'none'. */
export function reasonOf(
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
