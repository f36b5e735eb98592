import type { SenderPauseReason } from '#shared/payout.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'

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
