import type { AppContext } from '../context.ts'
import { isDue, MAX_UNDO_MS, timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { findPayout, liftHold, listOpenHolds } from './payout-queries.ts'
import { changePayout, changeState } from './payout-state.ts'

/** Makes a held payout ready; `by` is the person who released it, null for the server. */
export async function release(app: AppContext, tx: Tx, payout: PayoutTable, by: string | null): Promise<PayoutTable> {
  return changeState(app, tx, payout, 'ready', { released_by: by, released_at: timestamp(app.clock) })
}

/** Makes a held payout ready if its time has come and nothing holds it. Returns its row. */
export async function releaseIfFree(
  app: AppContext,
  tx: Tx,
  payout: PayoutTable,
  by: string | null,
): Promise<PayoutTable> {
  const now = timestamp(app.clock)
  if (payout.state !== 'held' || !isDue(payout.ready_at ?? now, now, MAX_UNDO_MS)) return payout
  const holds = await listOpenHolds(tx, payout.id, now)
  return holds.length > 0 ? payout : release(app, tx, payout, by)
}

/** Lifts one hold; a payout that nothing else holds is ready. Returns false when the hold was lifted before. */
export async function liftHoldOf(
  app: AppContext,
  tx: Tx,
  by: string,
  { holdId, payoutId }: { holdId: string; payoutId: string },
): Promise<boolean> {
  const payout = await findPayout(tx, payoutId)
  if (!payout || !(await liftHold(tx, holdId, { lifted_by: by, lifted_at: timestamp(app.clock) }))) return false
  const released = await releaseIfFree(app, tx, payout, by)
  // Still held by something else: the version changes, so that calls based on the former holds fail.
  if (released === payout) await changePayout(app, tx, payout, {})
  return true
}
