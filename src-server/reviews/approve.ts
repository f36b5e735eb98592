import { approvedReason, payoutMessages } from '#shared/payout.ts'
import type { ApproveInput } from '#shared/payout-schema.ts'
import type { Decided } from '#shared/review-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { recordBalance } from '../inventory/record-balance.ts'
import { createPayout } from '../payouts/create-payout.ts'
import { findLivePayout } from '../payouts/decision-money.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { makeDecision, OutdatedDecision } from './make-decision.ts'
import { endLock } from './review-lock.ts'

/** Version, lock and undo are as in `makeDecision`. The payout is held until the approval cannot be undone. */
export async function approve(ctx: CallContext, staff: Actor, input: ApproveInput): Promise<Decided> {
  return makeDecision(ctx, staff, input, async (tx, { order, audit, undoUntil }, app) => {
    const present = await findLivePayout(tx, order.id)
    if (present) throw new OutdatedDecision(payoutMessages.hasPayout(present.id))
    const reason = input.reason || approvedReason
    const change = { status: 'processing', reason, changedBy: staff.id, undoUntil } as const
    const orderVersion = await changeStatus(app, tx, order, change)
    const payout = await createPayout(app, tx, order, { approvedBy: staff.id, orderVersion, readyAt: undoUntil })
    await recordBalance(app, tx, staff, order, input.balance)
    await endLock(app, tx, order.id)
    await audit('submission.approved', payout.id)
  })
}
