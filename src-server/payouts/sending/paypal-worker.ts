import type { ServerContext } from '../../context.ts'
import { isPostgres } from '../../db/dialect/dialect.ts'
import { endLeases, findNextDue } from './attempt-queries.ts'
import { beginReadyPayouts } from './begin-ready.ts'
import { leaseAttempts, runAttempt } from './run-attempt.ts'

/** Attempts at once, on each node. */
const AT_ONCE = 5
const SHORTEST_SLEEP_MS = 200
/** Upper bound of the timer, in case the clock changes. */
const LONGEST_SLEEP_MS = 60_000
/** How long a shutdown waits for answers of PayPal; after that the attempts are repeated when their leases end. */
const GRACE_MS = 3_000

/**
 * Sends payouts by PayPal and looks them up, until the returned function is called. What it does is leased in the
 * database, so a restart continues and several nodes share the work. Does nothing without a PayPal app.
 */
export function startPayPalWorker(ctx: ServerContext): () => Promise<void> {
  const { paypal } = ctx
  if (!paypal) return async () => {}
  const running = new Set<Promise<void>>()
  // SQLite has one process, by the lock of its data folder: leases are those of one that ended.
  let hasFormerLeases = !isPostgres(ctx.db)
  let isStopped = false
  let isAsked = false
  let working: Promise<void> | undefined
  let cancel = () => {}

  async function work(): Promise<void> {
    if (hasFormerLeases) await endLeases(ctx.db)
    hasFormerLeases = false
    await beginReadyPayouts(ctx)
    const free = AT_ONCE - running.size
    const leased = free > 0 ? await leaseAttempts(ctx, free) : []
    for (const attempt of leased) {
      const run = runAttempt(ctx, paypal as NonNullable<typeof paypal>, attempt)
        .catch((error: unknown) =>
          ctx.log.error({ err: error, attempt: attempt.before.key }, 'could not send a payout'),
        )
        .finally(() => {
          running.delete(run)
          wake()
        })
      running.add(run)
    }
    const due = await findNextDue(ctx.db)
    const wait = due === undefined ? LONGEST_SLEEP_MS : Date.parse(due) - ctx.clock.now().getTime()
    cancel()
    if (!isStopped) cancel = ctx.clock.after(Math.min(Math.max(wait, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS), wake)
  }

  async function workWhileAsked(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false
      try {
        await work()
      } catch (error) {
        ctx.log.error({ err: error }, 'could not send payouts by PayPal')
        cancel()
        cancel = ctx.clock.after(LONGEST_SLEEP_MS, wake)
      }
    }
    working = undefined
  }

  function wake(): void {
    isAsked = true
    working ??= workWhileAsked()
  }

  const stopListening = ctx.events.listen(({ name }) => {
    if (name === 'payout.changed' || name === 'policy.changed' || name === 'resync') wake()
  })
  wake()
  return async () => {
    isStopped = true
    stopListening()
    cancel()
    const grace = new Promise<void>((resolve) => setTimeout(resolve, GRACE_MS).unref())
    await working
    await Promise.race([Promise.all(running), grace])
  }
}
