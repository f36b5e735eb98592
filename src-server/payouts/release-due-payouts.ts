import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { lockPayout } from './lock-payout.ts'
import { findNextRelease, listReleasable } from './payout-queries.ts'
import { releaseIfFree } from './release-payout.ts'

const BATCH = 100
/** How long to wait after a database error before the next attempt. */
const RETRY_MS = 10_000

/**
 * Makes each held payout ready when its time has come, until the returned function is called. The times are stored, so
 * a restart continues; on several nodes each release is made once.
 */
export function startPayoutRelease(ctx: AppContext): () => void {
  let isRunning = true
  let cancel = () => {}
  const wait = (ms: number) => {
    cancel()
    if (isRunning) cancel = ctx.clock.after(ms, work)
  }
  const work = () =>
    void workOnce().catch((error: unknown) => {
      ctx.log.error({ err: error }, 'could not release payouts')
      wait(RETRY_MS)
    })
  const workOnce = async () => {
    await releaseDuePayouts(ctx)
    const next = await findNextRelease(ctx.db, timestamp(ctx.clock))
    if (next !== undefined) wait(Math.max(Date.parse(next) - ctx.clock.now().getTime(), 0))
  }
  const stopListening = ctx.events.listen(({ name }) => {
    if (name === 'payout.changed' || name === 'resync') work()
  })
  work()
  return () => {
    isRunning = false
    stopListening()
    cancel()
  }
}

/** Makes every held payout ready whose time has come and that nothing holds. */
export async function releaseDuePayouts(ctx: AppContext): Promise<void> {
  for (;;) {
    const due = await listReleasable(ctx.db, timestamp(ctx.clock), BATCH)
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
