import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { findPayout, liftHold } from './payout-queries.ts'
import { changePayout } from './payout-state.ts'
import { releaseIfFree } from './release-payout.ts'

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
