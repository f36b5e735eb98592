import type { AppContext, ServerContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import { findSubmission } from '../../submissions/submission-queries.ts'
import { findOrderOf, findPayout } from '../payout-queries.ts'
import type { PayPalClient } from '../paypal/paypal-client.ts'
import { leaseDueAttempts } from './attempt-queries.ts'
import { isTooOld } from './attempt-times.ts'
import { payPalReceiver } from './begin-paypal.ts'
import type { LeasedAttempt } from './leased-attempt.ts'
import { recordLookUp } from './record-lookup.ts'
import { giveUp, recordOutcome, recordUnlogged } from './record-outcome.ts'

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
export async function runAttempt(app: ServerContext, paypal: PayPalClient, leased: LeasedAttempt): Promise<void> {
  const { key, payout_id, provider_batch, first_called_at } = leased.before
  if (provider_batch !== null) return recordLookUp(app, leased, await paypal.lookUp(provider_batch))
  if (isTooOld(leased.before, app.clock.now())) return giveUp(app, leased)
  const payout = await findPayout(app.db, payout_id)
  const submissionId = await findOrderOf(app.db, payout_id)
  const order = submissionId === undefined ? undefined : await findSubmission(app.db, submissionId)
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
    await app.payouts.log.write()
    return true
  } catch (error) {
    app.log.error({ err: error }, 'could not write the payout log to BACKUP_DIR')
    return false
  }
}
