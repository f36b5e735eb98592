import type { AppContext } from '../context.ts'
import { purgeDueSecurityCodes } from '../submissions/purge-submission.ts'
import { findNextErasure } from './decision-queries.ts'

/** A failure of the database is tried again after this long. */
const RETRY_MS = 10_000

/**
 * Erases each security code, and what goes with it, when it is due, those of before the start at once, until the returned function is called.
 * What is due stands in the database: a server that was away makes up for it.
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
      ctx.log.error({ err: error }, 'security codes could not be erased')
      wait(RETRY_MS)
    })
  const workOnce = async () => {
    await purgeDueSecurityCodes(ctx)
    const next = await findNextErasure(ctx.db)
    if (next !== undefined) wait(Math.max(Date.parse(next) - ctx.clock.now().getTime(), 0))
  }
  const stopListening = ctx.events.listen(({ name }) => {
    if (name === 'submission.status-changed') work()
  })
  work()
  return () => {
    isRunning = false
    stopListening()
    cancel()
  }
}
