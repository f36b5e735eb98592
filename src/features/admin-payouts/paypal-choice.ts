import { formatDollars, sumOfDollars } from '#shared/money.ts'
import type { Payout } from '#shared/payout-schema.ts'

/** Whether PayPal's API can be asked to pay this payout. */
export function canSendByPayPal({ state, method }: Pick<Payout, 'state' | 'method'>): boolean {
  return state === 'ready' && method === 'paypal'
}

/** '$184.00': the sum of these payouts. */
export function sumText(payouts: readonly Pick<Payout, 'amount'>[]): string {
  return formatDollars(sumOfDollars(payouts.map(({ amount }) => amount)))
}
