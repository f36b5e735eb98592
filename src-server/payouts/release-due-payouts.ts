import type { ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { startDueWork } from '../platform/events/due-work.ts'
import { withListedPayout } from './lock-payout.ts'
import { findNextRelease, listReleasable } from './payout-queries.ts'
import { releaseIfFree } from './release-payout.ts'

const BATCH = 100
/** Makes each held payout ready when its time has come. On several nodes each release is made once. */
export const startPayoutRelease = (app: ServerContext) =>
  startDueWork(app, {
    run: async () => {
      // One time for both: a payout that is due between two times would be in neither.
      const now = timestamp(app.clock)
      await releaseDuePayouts(app, now)
      return findNextRelease(app.db, now)
    },
    wakesOn: ['payout.changed', 'resync'],
    failure: 'could not release payouts',
  }).stop

export async function releaseDuePayouts(app: ServerContext, now = timestamp(app.clock)): Promise<void> {
  for (;;) {
    const due = await listReleasable(app.db, now, BATCH)
    for (const { id } of due) await withListedPayout(app, id, (tx, { payout }) => releaseIfFree(app, tx, payout, null))
    if (due.length < BATCH) return
  }
}
