import { z } from 'zod'
import { centsFromDollars } from '#shared/money.ts'
import { siteDefaults } from '#shared/site-settings.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { PayPalConfig } from '../../platform/config/paypal.ts'
import { decimalFromCents, type PayPalReceiver } from './payment-fields.ts'
import { type LookUp, lookUpOf, outcomeOf, type PayoutOutcome } from './payout-answers.ts'
import { type AuthorizedExchange, authorizedApi } from './paypal-api.ts'
import { verifyWebhook, type WebhookHeaders, type WebhookVerdict } from './webhook.ts'

export type PayPalPayout = PayPalReceiver & {
  /** PayPal pays a key once in 30 days, so a lost answer is found by sending the same key again. */
  key: string
  payoutId: string
  amountCents: number
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
  const amount = { currency: 'USD', value: decimalFromCents(amountCents) }
  return {
    sender_batch_header: { sender_batch_id: key, email_subject: `Your payout from ${brandName}` },
    items: [{ recipient_type: recipientType, receiver, amount, sender_item_id: payoutId, note }],
  }
}

/** What PayPal can pay with, in cents, and when it said so (ISO 8601). */
type PayPalBalance = { availableCents: number; asOf: string }

const money = z.object({ currency_code: z.string(), value: z.string().regex(/^-?\d{1,12}(\.\d{1,9})?$/) })
const answer = z.object({
  balances: z.array(z.object({ currency: z.string(), available_balance: money.optional(), total_balance: money })),
  as_of_time: z.string().max(40).optional(),
})

/** The dollars that are available; undefined when PayPal does not say, for example without the permission. */
function balanceOf(exchange: AuthorizedExchange, now: Date): PayPalBalance | undefined {
  if (exchange.kind !== 'answered' || exchange.status !== 200) return undefined
  const { data } = answer.safeParse(exchange.body)
  const dollars = data?.balances.find(({ currency }) => currency === 'USD')
  if (!dollars) return undefined
  const { value } = dollars.available_balance ?? dollars.total_balance
  const cents = centsFromDollars(Math.abs(Number(value)))
  if (cents === null) return undefined
  const time = Date.parse(data?.as_of_time ?? '')
  const asOf = (Number.isNaN(time) ? now : new Date(time)).toISOString()
  return { availableCents: Number(value) < 0 ? -cents : cents, asOf }
}

const KEPT_MS = 5 * 60_000

/** PayPal's balance, which this node asks for once in 5 minutes, also when PayPal did not say it. */
export type BalanceCache = { read(ask: () => Promise<PayPalBalance | undefined>): Promise<PayPalBalance | undefined> }

export function createBalanceCache(clock: Pick<Clock, 'now'>): BalanceCache {
  let kept: { until: number; balance: Promise<PayPalBalance | undefined> } | undefined
  return {
    read(ask) {
      const now = clock.now().getTime()
      if (!kept || kept.until <= now) kept = { until: now + KEPT_MS, balance: ask() }
      return kept.balance
    },
  }
}
