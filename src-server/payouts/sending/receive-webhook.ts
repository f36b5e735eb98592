import { auditNow, type CallSource } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { networkOf } from '../../platform/rate-limits/network-of.ts'
import { findOrderOf } from '../payout-queries.ts'
import { emitPayoutChanged } from '../payout-state.ts'
import { parseWebhook, type WebhookHeaders } from '../paypal/webhook.ts'
import { makeAttemptDue } from './attempt-queries.ts'

/**
 * Takes a webhook of PayPal, whose body is as it arrived: a payout that it names is looked up next. A forged one is
 * audited once a minute for each network. After 'unavailable' PayPal sends it again.
 */
export async function receiveWebhook(
  ctx: CallContext,
  { headers, body, source }: { headers: WebhookHeaders; body: Uint8Array; source: CallSource },
): Promise<void> {
  const { app } = ctx
  if (!app.payouts.paypal) throw notFound()
  const verdict = await app.payouts.paypal.verifyWebhook(headers, body)
  if (verdict === 'unavailable') throw new AppError('unavailable', 'PayPal cannot be asked. Send this again later.')
  if (verdict === 'refused') {
    if (await app.auditThrottles.refusals.passes(`webhook ${networkOf(source.ip)}`))
      await auditNow(ctx, { id: null, ...source }, 'webhook.refused', '', 'PayPal')
    throw new AppError('bad_request', 'PayPal did not send this.')
  }
  const event = parseWebhook(body)
  if (!event) return
  const { id: event_id, type, batchId, itemId, payoutId } = event
  const now = timestamp(app.clock)
  await inTransaction(ctx, async (tx) => {
    const resource_id = itemId ?? batchId ?? null
    const row = { provider: 'paypal', event_id, type, resource_id, received_at: now } as const
    if (!(await table('provider_events').insertOnce(tx, row))) return
    const due = await makeAttemptDue(tx, { batchId, payoutId, now })
    // Wakes the workers of all nodes.
    for (const payout of due) await emitPayoutChanged(app, tx, payout, await findOrderOf(tx, payout.id))
  })
}
