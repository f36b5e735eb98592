import type { Clock } from '../../platform/clock.ts'
import type { PayPalBalance } from './balance.ts'

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
