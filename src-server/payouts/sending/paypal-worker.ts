import type { ServerContext } from '../../context.ts'
import { isPostgres } from '../../platform/db/dialect/dialect.ts'
import { startDueWork } from '../../platform/events/due-work.ts'
import { endLeases, findNextDue } from './attempt-queries.ts'
import { beginReadyPayouts } from './begin-ready.ts'
import { leaseAttempts, runAttempt } from './run-attempt.ts'

const AT_ONCE = 5
const SHORTEST_SLEEP_MS = 200
const LONGEST_SLEEP_MS = 60_000
/** How long a shutdown waits for answers of PayPal; after that the attempts are repeated when their leases end. */
const GRACE_MS = 3_000

/** Sends payouts by PayPal. Its work is leased in the database, so a restart continues, and several nodes share it. */
export function startPayPalWorker(app: ServerContext): () => Promise<void> {
  const { paypal } = app.payouts
  if (!paypal) return async () => {}
  const running = new Set<Promise<void>>()
  // SQLite has one process, by the lock of its data folder: leases are those of one that ended.
  let hasFormerLeases = !isPostgres(app.db)
  async function run(): Promise<string> {
    if (hasFormerLeases) await endLeases(app.db)
    hasFormerLeases = false
    await beginReadyPayouts(app)
    const free = AT_ONCE - running.size
    const leased = free > 0 ? await leaseAttempts(app, free) : []
    for (const attempt of leased) {
      const sending = runAttempt(app, paypal as NonNullable<typeof paypal>, attempt)
        .catch((error: unknown) =>
          app.log.error({ err: error, attempt: attempt.before.key }, 'could not send a payout'),
        )
        .finally(() => {
          running.delete(sending)
          worker.wake()
        })
      running.add(sending)
    }
    const now = app.clock.now().getTime()
    const due = await findNextDue(app.db)
    const wait = due === undefined ? LONGEST_SLEEP_MS : Date.parse(due) - now
    return new Date(now + Math.min(Math.max(wait, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS)).toISOString()
  }

  const worker = startDueWork(app, {
    run,
    wakesOn: ['payout.changed', 'policy.changed', 'resync'],
    failure: 'could not send payouts by PayPal',
  })
  return async () => {
    await worker.stop()
    const grace = new Promise<void>((resolve) => setTimeout(resolve, GRACE_MS).unref())
    await Promise.race([Promise.all(running), grace])
  }
}
