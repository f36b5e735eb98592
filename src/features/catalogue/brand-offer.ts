import { type Brand, rateAt } from '#shared/brand.ts'
import {
  formatCents,
  formatRate,
  formatTopRate,
  formatWholeDollars,
  fractionFromBps,
  payoutCents,
} from '#shared/money.ts'
import { usualMaxCents } from '#shared/usual-max.ts'

const EXAMPLE_CENTS = 10_000

type BrandOffer = {
  /** '90%', '90.5%'; 'up to 92%' when it depends on the value. */
  rate: string
  /** The value of the example: $100, or the nearest that the brand accepts. */
  value: string
  payout: string
  /** The rate of the example: '90.0%', and as a fraction. */
  exampleRate: string
  fraction: number
  minimum: string
  /** '$2,000, up to $5,000 with a receipt', '$5,000'. */
  maximum: string
}

export function brandOffer(brand: Brand): BrandOffer {
  const { rateBps, minCents, maxCents, bands } = brand
  const { usual, withReceipt } = maximaOf(brand)
  const valueCents = Math.min(Math.max(EXAMPLE_CENTS, minCents), maxCents)
  const exampleBps = rateAt(brand, valueCents) ?? rateBps
  const isFlat = bands.every((band) => band.rateBps === rateBps)
  return {
    rate: `${isFlat ? '' : 'up to '}${formatTopRate(rateBps)}`,
    value: formatWholeDollars(valueCents),
    payout: formatCents(payoutCents(valueCents, exampleBps)),
    exampleRate: formatRate(fractionFromBps(exampleBps)),
    fraction: fractionFromBps(exampleBps),
    minimum: formatWholeDollars(minCents),
    maximum: withReceipt ? `${usual}, ${withReceipt}` : usual,
  }
}

/** The values that a brand accepts without a receipt and with one, by its published terms. */
export function maximaOf(brand: Brand): { usual: string; withReceipt?: string } {
  const usual = usualMaxCents(brand)
  const more = `up to ${formatWholeDollars(brand.maxCents)} with a receipt`
  return { usual: formatWholeDollars(usual), ...(brand.maxCents > usual && { withReceipt: more }) }
}
