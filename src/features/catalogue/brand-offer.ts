import type { Brand } from '#shared/brand.ts'
import { formatCents, formatWholeDollars, payoutCents } from '#shared/money.ts'

const EXAMPLE_CENTS = 10_000

/** What a brand page says about money, formatted. */
export type BrandOffer = {
  /** '90%', '90.5%' */
  rate: string
  /** The value of the example: $100, or the minimum of the brand when it is higher. */
  value: string
  payout: string
  minimum: string
  /** The highest value that never needs a store receipt. */
  maximum: string
}

/** The terms of a brand. */
export function brandOffer({ rateBps, minCents, maxCents, browse }: Brand): BrandOffer {
  const valueCents = Math.max(EXAMPLE_CENTS, minCents)
  return {
    rate: `${rateBps / 100}%`,
    value: formatWholeDollars(valueCents),
    payout: formatCents(payoutCents(valueCents, rateBps)),
    minimum: formatWholeDollars(minCents),
    maximum: formatWholeDollars(Math.min(browse?.maxCents ?? maxCents, maxCents)),
  }
}
