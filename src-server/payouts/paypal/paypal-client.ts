import { siteDefaults } from '#shared/site-settings.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { PayPalConfig } from '../../platform/config/paypal.ts'
import { authorizedApi } from './access-tokens.ts'
import { decimalFromCents } from './amount.ts'
import { balanceOf, type PayPalBalance } from './balance.ts'
import { type LookUp, lookUpOf } from './payout-item.ts'
import { outcomeOf, type PayoutOutcome } from './payout-outcome.ts'
import type { PayPalReceiver } from './receiver.ts'
import { verifyWebhook, type WebhookHeaders, type WebhookVerdict } from './webhook.ts'

export type PayPalPayout = PayPalReceiver & {
  /** PayPal pays a key once in 30 days, so a lost answer is found by sending the same key again. */
  key: string
  payoutId: string
  amountCents: number
  /** For the receiver: the reference of the order. */
  note: string
  /** Whether a request with this key may have been sent before, also by a process that was killed. */
  isRepeat: boolean
}

/** PayPal's API for payouts. No method throws: what went wrong is part of each result. */
export type PayPalClient = {
  createPayout(payout: PayPalPayout): Promise<PayoutOutcome>
  lookUp(batchId: string): Promise<LookUp>
  /** Cancels the payout of an item that its receiver has not claimed; 'refused' when PayPal does not wait for that. */
  cancelUnclaimed(itemId: string): Promise<'canceled' | 'refused' | 'unknown'>
  balance(): Promise<PayPalBalance | undefined>
  /** Whether PayPal sent this webhook, whose body is as it arrived. */
  verifyWebhook(headers: WebhookHeaders, body: Uint8Array): Promise<WebhookVerdict>
}

type Options = {
  /** Read for each payout, whose e-mail by PayPal names it. */
  site?: { readonly current: { brandName: string } }
  clock?: Pick<Clock, 'now'>
  /** The longest time for one request. A call makes at most four: two of them for tokens. */
  timeoutMs?: number
}

export function createPayPalClient(
  config: PayPalConfig,
  { clock = systemClock, timeoutMs = 20_000, site = { current: siteDefaults } }: Options = {},
): PayPalClient {
  const api = authorizedApi(config, { timeoutMs, now: () => clock.now() })
  return {
    async createPayout({ isRepeat, ...payout }) {
      const body = JSON.stringify(requestOf(payout, site.current.brandName))
      return outcomeOf(await api.post('/v1/payments/payouts', body), isRepeat)
    },
    async lookUp(batchId) {
      return lookUpOf(await api.get(`/v1/payments/payouts/${encodeURIComponent(batchId)}`))
    },
    async cancelUnclaimed(itemId) {
      const exchange = await api.post(`/v1/payments/payouts-item/${encodeURIComponent(itemId)}/cancel`)
      if (exchange.kind !== 'answered') return 'unknown'
      if (exchange.status === 200) return 'canceled'
      return [400, 404, 422].includes(exchange.status) ? 'refused' : 'unknown'
    },
    async balance() {
      return balanceOf(await api.get('/v1/reporting/balances?currency_code=USD'), clock.now())
    },
    verifyWebhook: (headers, body) => verifyWebhook(api, config, headers, body),
  }
}

function requestOf(
  { key, payoutId, amountCents, note, recipientType, receiver }: Omit<PayPalPayout, 'isRepeat'>,
  brandName: string,
) {
  return {
    sender_batch_header: { sender_batch_id: key, email_subject: `Your payout from ${brandName}` },
    items: [
      {
        recipient_type: recipientType,
        receiver,
        amount: { currency: 'USD', value: decimalFromCents(amountCents) },
        sender_item_id: payoutId,
        note,
      },
    ],
  }
}
