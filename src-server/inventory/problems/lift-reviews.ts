import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { findOrderUnderReview } from '../../payouts/problem-queries.ts'
import { liftHoldOf } from '../../payouts/release-payout.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listHoldsOfKind } from './problem-queries.ts'

/** Lifts what a customer's problems held, once all of them are decided. */
export async function liftReviews(app: AppContext, tx: Tx, staff: Actor, userId: string): Promise<void> {
  if ((await findOrderUnderReview(tx, userId)) !== undefined) return
  for (const { id, payout_id } of await listHoldsOfKind(tx, userId, 'under-review')) {
    await liftHoldOf(app, tx, staff.id, { holdId: id, payoutId: payout_id })
    await audit(app, tx, staff, 'payout.lifted', payout_id, 'under-review')
  }
}
