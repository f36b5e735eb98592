import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { findPayout, liftHold } from '../../payouts/payout-queries.ts'
import { changePayout } from '../../payouts/payout-state.ts'
import { findOrderUnderReview } from '../../payouts/problem-queries.ts'
import { releaseIfFree } from '../../payouts/release-payout.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listHoldsOfKind } from './problem-queries.ts'

/** Lifts what the problems of a customer held, once all of them are decided. */
export async function liftReviews(app: AppContext, tx: Tx, staff: Actor, userId: string): Promise<void> {
  if ((await findOrderUnderReview(tx, userId)) !== undefined) return
  for (const { id, payout_id } of await listHoldsOfKind(tx, userId, 'under-review')) {
    await liftHoldOf(app, tx, staff.id, { holdId: id, payoutId: payout_id })
    await audit(app, tx, staff, 'payout.lifted', payout_id, 'under-review')
  }
}

/** Lifts one hold; the payout becomes ready when nothing else holds it. */
export async function liftHoldOf(
  app: AppContext,
  tx: Tx,
  by: string,
  { holdId, payoutId }: { holdId: string; payoutId: string },
): Promise<void> {
  const payout = await findPayout(tx, payoutId)
  if (!payout || !(await liftHold(tx, holdId, { lifted_by: by, lifted_at: timestamp(app.clock) }))) return
  const released = await releaseIfFree(app, tx, payout, by)
  // Still held by something else: calls based on the former holds fail.
  if (released === payout) await changePayout(app, tx, payout, {})
}
