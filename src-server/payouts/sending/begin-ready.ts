import type { MarkedAudit } from '../../accounts/own-orders.ts'
import { audit, operator } from '../../audit/audit-queries.ts'
import type { ServerContext } from '../../context.ts'
import { table } from '../../platform/db/table.ts'
import { withListedPayout } from '../lock-payout.ts'
import { listReadyPayPal } from './attempt-queries.ts'
import { beginPayPal, payPalReceiver } from './begin-paypal.ts'

const BATCH = 100

/**
 * Begins to send every ready PayPal payout, if the rules say so and PayPal is not paused. Those that PayPal cannot pay
 * stay ready for a person.
 */
export async function beginReadyPayouts(app: ServerContext): Promise<void> {
  let last: Awaited<ReturnType<typeof listReadyPayPal>>[number] | undefined
  do {
    if (
      app.policies.get('payouts').paypalSends !== 'automatic' ||
      (await table('sender_pauses').find(app.db, { provider: 'paypal' }))
    )
      return
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
