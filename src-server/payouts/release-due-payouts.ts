import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { startDueWork } from '../platform/events/due-work.ts'
import { lockPayout } from './lock-payout.ts'
import { findNextRelease, listReleasable } from './payout-queries.ts'
import { releaseIfFree } from './release-payout.ts'

const BATCH = 100
/**
 * Makes each held payout ready when its time has come, until the returned function is called. On several nodes each
 * release is made once.
 */
export function startPayoutRelease(ctx: AppContext): () => Promise<void> {
  const { stop } = startDueWork(ctx, {
    run: async () => {
      // One time for both: a payout that is due between two times would be in neither.
      const now = timestamp(ctx.clock)
      await releaseDuePayouts(ctx, now)
      return findNextRelease(ctx.db, now)
    },
    wakesOn: ['payout.changed', 'resync'],
    failure: 'could not release payouts',
  })
  return stop
}

/** Makes every held payout ready whose time has come at `now` (ISO 8601) and that nothing holds. */
export async function releaseDuePayouts(ctx: AppContext, now = timestamp(ctx.clock)): Promise<void> {
  for (;;) {
    const due = await listReleasable(ctx.db, now, BATCH)
    for (const { id } of due) await releaseDue(ctx, id)
    if (due.length < BATCH) return
  }
}

async function releaseDue(ctx: AppContext, id: string): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      const { payout } = await lockPayout(tx, { id })
      await releaseIfFree(ctx, tx, payout, null)
    })
  } catch (error) {
    // Cleared since it was listed.
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}
