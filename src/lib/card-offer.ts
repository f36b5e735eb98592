import { type Brand, rateAt } from '#shared/brand.ts'
import { formatCents, formatRate, fractionFromBps } from '#shared/money.ts'
import { payoutTiming } from '#shared/payment-type.ts'
import { livePayoutCents, notBuying, payoutCaption } from '#shared/quote.ts'

export const NOT_BUYING = 'Not buying right now'

export type CardOffer = {
  /** Undefined for a card that cannot be priced. */
  payout: number | undefined
  /** The rate of its value, or the highest of its brand, in basis points; undefined for a card that is not bought. */
  rateBps: number | undefined
  caption: string
  refusal: string | undefined
}

/** What a page shows about a card before its quote. Amounts in cents. */
export function cardOffer(brand: Brand | undefined, valueCents: number | null) {
  const refusal = brand && notBuying(brand, Date.now())
  if (refusal !== undefined) return { payout: undefined, rateBps: undefined, caption: NOT_BUYING, refusal }
  return {
    payout: livePayoutCents(brand, valueCents),
    rateBps: brand && (rateAt(brand, valueCents ?? 0) ?? brand.rateBps),
    caption: payoutCaption(brand, valueCents),
    refusal,
  }
}

/** What a receipt says about it. `fraction` of the value, 0 to 1. */
export function estimateTexts({ payout, rateBps }: CardOffer, valueCents: number | null) {
  return {
    payout: payout === undefined ? undefined : formatCents(payout),
    value: valueCents ? formatCents(valueCents) : undefined,
    rate: rateBps === undefined ? undefined : formatRate(fractionFromBps(rateBps)),
    fraction: payout === undefined ? 0 : fractionFromBps(rateBps ?? 0),
    timing: payoutTiming.digital,
  }
}
