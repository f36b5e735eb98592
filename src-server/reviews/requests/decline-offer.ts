import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { endDebtOfOrder } from '../../payouts/create-payout.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { systemReason } from '../../submissions/system-reason.ts'
import { changeByAnswer, lockOpenRequest } from './lock-request.ts'

/** Rejects the order and erases all of its card but the fingerprint. What is owed for it ends. Returns its id. */
export async function declineOffer(ctx: CallContext, customer: Actor, { id }: { id: string }): Promise<string> {
  return inTransaction(ctx, async (tx, app) => {
    const { order } = await lockOpenRequest(app, tx, customer.id, id, 'offer')
    await changeByAnswer(app, tx, order, {
      state: 'declined',
      status: 'rejected',
      ...systemReason('offer-declined'),
      erasesAll: true,
      mail: { kind: 'offer-closed', outcome: 'declined' },
    })
    await endDebtOfOrder(app, tx, customer, order.id)
    await audit(app, tx, customer, 'offer.declined', order.id)
    return order.id
  })
}
