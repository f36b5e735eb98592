import { dollarsFromCents } from '#shared/money.ts'
import type { Float } from '#shared/reconciliation-schema.ts'
import type { AppContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import { sumPayPalDue } from './payout-queries.ts'

/**
 * What PayPal can pay with, beside its payouts that are ready or become so by themselves within a day. Without a PayPal
 * app it is empty; without an answer of PayPal the balance is absent.
 */
export async function getFloat({ db, clock, payouts }: AppContext): Promise<Float> {
  const { paypal } = payouts
  if (!paypal) return {}
  const { readyCents, soonCents } = await sumPayPalDue(db, timestamp(clock, DAY_MS))
  const balance = await payouts.payPalBalance.read(() => paypal.balance())
  return {
    paypal: {
      ...(balance && { available: dollarsFromCents(balance.availableCents), asOf: balance.asOf }),
      ready: dollarsFromCents(readyCents),
      expectedToday: dollarsFromCents(readyCents + soonCents),
    },
  }
}
