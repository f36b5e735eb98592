import { approvedReason, payoutMessages } from '#shared/payout.ts'
import type { ApproveInput } from '#shared/payout-schema.ts'
import type { Decided } from '#shared/review-schema.ts'
import { markedDetail } from '../accounts/own-orders.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { recordBalance } from '../inventory/record-balance.ts'
import { createPayout } from '../payouts/create-payout.ts'
import { findLivePayout } from '../payouts/decision-money.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { decidedView, makeDecision, OutdatedDecision } from './make-decision.ts'
import { endLock } from './review-lock.ts'

/** Version, lock and undo are as in `makeDecision`. The payout is held until the approval cannot be undone. */
export async function approve(ctx: CallContext, staff: Actor, input: ApproveInput): Promise<Decided> {
  const { app } = ctx
  const made = await makeDecision(ctx, staff, input, async (tx, { order, mark, undoUntil }) => {
    const present = await findLivePayout(tx, order.id)
    if (present) throw new OutdatedDecision(payoutMessages.hasPayout(present.id))
    const reason = input.reason || approvedReason
    const change = { status: 'processing', reason, changedBy: staff.id, undoUntil } as const
    const version = await changeStatus(app, tx, order, change)
    const born = { approvedBy: staff.id, orderVersion: version, readyAt: undoUntil }
    const payout = await createPayout(app, tx, order, born)
    await recordBalance(app, tx, staff, order, input.balance)
    await endLock(app, tx, order.id)
    await audit(app, tx, staff, 'submission.approved', order.id, markedDetail(mark, payout.id))
    return { undoUntil }
  })
  return decidedView(app, staff, input.submissionId, made)
}
