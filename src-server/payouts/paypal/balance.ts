import { z } from 'zod'
import { centsFromDollars } from '#shared/money.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AuthorizedExchange } from './access-tokens.ts'

/** What PayPal can pay with, in cents, and when it said so (ISO 8601). */
export type PayPalBalance = { availableCents: number; asOf: string }

const money = z.object({ currency_code: z.string(), value: z.string().regex(/^-?\d{1,12}(\.\d{1,9})?$/) })
const answer = z.object({
  balances: z.array(z.object({ currency: z.string(), available_balance: money.optional(), total_balance: money })),
  as_of_time: z.string().max(40).optional(),
})

/** The dollars that are available; undefined when PayPal does not say, for example without the permission. */
export function balanceOf(exchange: AuthorizedExchange, now: Date): PayPalBalance | undefined {
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
