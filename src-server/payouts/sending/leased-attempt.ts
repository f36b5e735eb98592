import type { SenderPauseReason } from '#shared/payout.ts'
import type { AppContext, ServerContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inServerTransaction, type Tx } from '../../platform/db/database.ts'
import type { PayoutAttemptTable } from '../../platform/db/payout-tables.ts'
import { table } from '../../platform/db/table.ts'
import { lockPayout } from '../lock-payout.ts'
import type { Sent } from './fail-payout.ts'

/** An attempt that this worker has leased. `before` is its row at the time. */
export type LeasedAttempt = { before: PayoutAttemptTable; leaseUntil: string }

export type Step = Sent & {
  tx: Tx
  /** Keeps a time that a webhook has set since the lease: what was read may be older than it. */
  next(planned: string | null): { next_poll_at: string | null; lease_until: null }
}

/**
 * Records an answer of the provider in one transaction, and ends the lease. Does nothing when another worker has leased
 * the attempt since: its answer counts.
 */
export async function recordAnswer(
  app: ServerContext,
  { before, leaseUntil }: LeasedAttempt,
  work: (step: Step) => Promise<void>,
): Promise<void> {
  await inServerTransaction(app.db, async (tx) => {
    const { payout, order } = await lockPayout(tx, { id: before.payout_id })
    const attempt = await table('payout_attempts').findLocked(tx, { key: before.key })
    if (attempt?.lease_until !== leaseUntil) return
    const isHinted = attempt.next_poll_at !== before.next_poll_at
    const next = (planned: string | null) => ({
      next_poll_at: isHinted ? attempt.next_poll_at : planned,
      lease_until: null,
    })
    await work({ tx, payout, order, attempt, next })
  })
}

/** Stops the server from sending more payouts by PayPal, which refuses them all, until a person sends one again. */
export async function pausePayPal(
  app: AppContext,
  tx: Tx,
  reason: SenderPauseReason,
  error?: { name: string; debugId: string | undefined },
): Promise<void> {
  app.log.warn({ reason, ...(error && { paypal: error.name, debugId: error.debugId }) }, 'PayPal refuses payouts')
  await table('sender_pauses').upsert(tx, { provider: 'paypal', reason, paused_at: timestamp(app.clock) }, 'provider')
}
