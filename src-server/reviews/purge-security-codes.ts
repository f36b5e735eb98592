import type { AppContext } from '../context.ts'
import { purgeDueSecurityCodes } from '../submissions/purge-submission.ts'
import { findNextErasure } from './decision-queries.ts'

/** How long to wait after a database error before the next attempt. */
const RETRY_MS = 10_000

/**
 * Erases each security code, and what goes with it, when it is due, until the returned function is called. Due times
 * are stored in the database, so a restart erases at once whatever became due before it.
 */
export function startSecurityCodePurge(ctx: AppContext): () => void {
  let isRunning = true
  let cancel = () => {}
  const wait = (ms: number) => {
    cancel()
    if (isRunning) cancel = ctx.clock.after(ms, work)
  }
  const work = () =>
    void workOnce().catch((error: unknown) => {
      ctx.log.error({ err: error }, 'could not erase security codes')
      wait(RETRY_MS)
    })
  const workOnce = async () => {
    await purgeDueSecurityCodes(ctx)
    const next = await findNextErasure(ctx.db)
    if (next !== undefined) wait(Math.max(Date.parse(next) - ctx.clock.now().getTime(), 0))
  }
  const stopListening = ctx.events.listen(({ name }) => {
    if (name === 'submission.status-changed' || name === 'resync') work()
  })
  work()
  return () => {
    isRunning = false
    stopListening()
    cancel()
  }
}
