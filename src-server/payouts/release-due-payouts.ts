import type { ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { startDueWork } from '../platform/events/due-work.ts'
import { lockPayout } from './lock-payout.ts'
import { findNextRelease, listReleasable } from './payout-queries.ts'
import { releaseIfFree } from './release-payout.ts'

const BATCH = 100
/** Makes each held payout ready when its time has come. On several nodes each release is made once. */
export function startPayoutRelease(app: ServerContext): () => Promise<void> {
  const { stop } = startDueWork(app, {
    run: async () => {
      // One time for both: a payout that is due between two times would be in neither.
      const now = timestamp(app.clock)
      await releaseDuePayouts(app, now)
      return findNextRelease(app.db, now)
    },
    wakesOn: ['payout.changed', 'resync'],
    failure: 'could not release payouts',
  })
  return stop
}

export async function releaseDuePayouts(app: ServerContext, now = timestamp(app.clock)): Promise<void> {
  for (;;) {
    const due = await listReleasable(app.db, now, BATCH)
    for (const { id } of due) await releaseDue(app, id)
    if (due.length < BATCH) return
  }
}

async function releaseDue(app: ServerContext, id: string): Promise<void> {
  try {
    await inServerTransaction(app.db, async (tx) => {
      const { payout } = await lockPayout(tx, { id })
      await releaseIfFree(app, tx, payout, null)
    })
  } catch (error) {
    // Cleared since it was listed.
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}
