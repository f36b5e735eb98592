import { formatDollars, sumOfDollars } from '#shared/money.ts'
import type { Payout } from '#shared/payout-schema.ts'

export function canSendByPayPal({ state, method }: Pick<Payout, 'state' | 'method'>): boolean {
  return state === 'ready' && method === 'paypal'
}

export function sumText(payouts: readonly Pick<Payout, 'amount'>[]): string {
  return formatDollars(sumOfDollars(payouts.map(({ amount }) => amount)))
}
