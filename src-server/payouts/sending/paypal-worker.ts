import type { MarkedAudit } from '../../accounts/staff-links.ts'
import { audit, operator } from '../../audit/audit-queries.ts'
import type { AppContext, ServerContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import { isPostgres } from '../../platform/db/dialect/dialect.ts'
import { table } from '../../platform/db/table.ts'
import { startDueWork } from '../../platform/events/due-work.ts'
import { findSubmission } from '../../submissions/submission-queries.ts'
import { withListedPayout } from '../change-payout.ts'
import { findOrderOf, findPayout } from '../payout-queries.ts'
import type { PayPalClient } from '../paypal/paypal-client.ts'
import { endLeases, findNextDue, isTooOld, leaseDueAttempts, listReadyPayPal } from './attempt-queries.ts'
import { beginPayPal, payPalReceiver } from './paypal-calls.ts'
import { giveUp, type LeasedAttempt, recordLookUp, recordOutcome, recordUnlogged } from './record-answer.ts'

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
  async function run() {
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

const BATCH = 100

/**
 * Begins to send every ready PayPal payout, if the rules say so and PayPal is not paused. Those that PayPal cannot pay
 * stay ready for a person.
 */
export async function beginReadyPayouts(app: ServerContext) {
  let last: Awaited<ReturnType<typeof listReadyPayPal>>[number] | undefined
  do {
    if (app.policies.get('payouts').paypalSends !== 'automatic') return
    if (await table('sender_pauses').find(app.db, { provider: 'paypal' })) return
    const ready = await listReadyPayPal(app.db, last, BATCH)
    for (const { id } of ready)
      await withListedPayout(app, id, async (tx, { payout, order }) => {
        if (payout.state !== 'ready' || !payPalReceiver(app, payout, order)) return
        const byServer: MarkedAudit = (action, detail) => audit(app, tx, operator, action, id, detail)
        await beginPayPal(app, tx, { payout, order, audit: byServer }, null)
      })
    last = ready.length < BATCH ? undefined : ready.at(-1)
  } while (last)
}

/** Longer than the four requests of 20 seconds that a call may make. An expired lease means that the process died. */
const LEASE_MS = 120_000

export async function leaseAttempts(app: ServerContext, limit: number): Promise<LeasedAttempt[]> {
  const now = timestamp(app.clock)
  const leaseUntil = timestamp(app.clock, LEASE_MS)
  const due = await inServerTransaction(app.db, (tx) => leaseDueAttempts(tx, { now, leaseUntil, limit }))
  return due.map((before) => ({ before, leaseUntil }))
}

/**
 * Looks the payout of a leased attempt up, or requests it, and records what PayPal says. Requests nothing a day after
 * the first request: PayPal forgets keys, and a server can be away for months.
 */
export async function runAttempt(app: ServerContext, paypal: PayPalClient, leased: LeasedAttempt) {
  const { key, payout_id, provider_batch, first_called_at } = leased.before
  if (provider_batch !== null) return recordLookUp(app, leased, await paypal.lookUp(provider_batch))
  if (isTooOld(leased.before, app.clock.now())) return giveUp(app, leased)
  const payout = await findPayout(app.db, payout_id)
  const orderId = await findOrderOf(app.db, payout_id)
  const order = orderId && (await findSubmission(app.db, orderId))
  const receiver = payout && order && payPalReceiver(app, payout, order)
  if (!receiver) throw new Error(`Payout ${payout_id} is being sent by PayPal without a receiver.`)
  // A restore has to know of every payment that may have left.
  if (!(await isLogged(app))) return recordUnlogged(app, leased)
  const outcome = await paypal.createPayout({
    ...receiver,
    key,
    payoutId: payout_id,
    amountCents: payout.amount_cents,
    note: `Order ${order.id}`,
    isRepeat: first_called_at !== null,
  })
  await recordOutcome(app, leased, outcome)
}

async function isLogged(app: AppContext) {
  try {
    await app.recoveryLog.write()
    return true
  } catch (error) {
    app.log.error({ err: error }, 'could not write the recovery log to BACKUP_DIR')
    return false
  }
}
