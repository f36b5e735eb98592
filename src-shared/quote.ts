import { type Brand, MAX_CARD_VALUE_CENTS, MIN_CARD_VALUE_CENTS, rateAt, stateAt } from './brand.ts'
import type { BrandTerms } from './catalogue-schema.ts'
import { formatCents, formatRate, formatWholeDollars, fractionFromBps, payoutCents } from './money.ts'

export const QUOTE_VALID_MS = 30 * 60 * 1000
/** How long after its end a quote is still honoured, for a submission that was slow to arrive. */
export const QUOTE_GRACE_MS = 60 * 1000

export const quoteMessages = {
  incomplete: 'Please select a card type and enter a valid amount.',
  minimumTitle: 'Minimum Amount Required',
  failed: 'Failed to calculate quote. Please try again.',
  maximumTitle: 'Maximum Amount Exceeded',
} as const

type QuoteProblem = { title: string; message: string }

/** Undefined when it can be priced. */
export function quoteProblem(brand: Brand | undefined, valueCents: number | null): QuoteProblem | undefined {
  if (!brand || valueCents === null || valueCents <= 0) return { title: 'Error', message: quoteMessages.incomplete }
  if (valueCents < brand.minCents)
    return {
      title: quoteMessages.minimumTitle,
      message: `The minimum amount for ${brand.name} is ${formatWholeDollars(brand.minCents)}.`,
    }
  if (valueCents > brand.maxCents)
    return {
      title: quoteMessages.maximumTitle,
      message: `The maximum amount for ${brand.name} is ${formatWholeDollars(brand.maxCents)}.`,
    }
  return undefined
}

/** 'Minimum: $50 | Maximum: $5,000' */
export function valueHint(brand: Brand | undefined) {
  const minimum = formatWholeDollars(brand?.minCents ?? MIN_CARD_VALUE_CENTS)
  return `Minimum: ${minimum} | Maximum: ${formatWholeDollars(brand?.maxCents ?? MAX_CARD_VALUE_CENTS)}`
}

/** Stands below a payout: what is missing, which limit the value breaks, or where the rate is higher. */
export function payoutCaption(brand: Brand | undefined, valueCents: number | null) {
  if (!brand) return 'Choose a card to see your payout'
  if (!valueCents) return 'Enter the value to see your payout'
  if (valueCents < brand.minCents) return `Minimum ${formatWholeDollars(brand.minCents)}`
  if (valueCents > brand.maxCents) return `Maximum ${formatWholeDollars(brand.maxCents)}`
  const rateBps = rateAt(brand, valueCents) ?? 0
  const higher = brand.bands.find((band) => band.fromCents > valueCents && band.rateBps > rateBps)
  if (!higher) return 'cash to you'
  return `From ${formatCents(higher.fromCents)} the rate is ${formatRate(fractionFromBps(higher.rateBps))}.`
}

/** Payout shown while typing; undefined until brand and value can be priced. Only the server's quote is binding. */
export function livePayoutCents(brand: Brand | undefined, valueCents: number | null) {
  if (!brand || valueCents === null || quoteProblem(brand, valueCents)) return undefined
  const rateBps = rateAt(brand, valueCents)
  return rateBps === undefined ? undefined : payoutCents(valueCents, rateBps)
}

/** What sellers read about a brand that is not bought at this moment (epoch milliseconds); undefined when it is. */
export function notBuying(brand: BrandTerms, now: number) {
  if (stateAt(brand, now) === 'active') return undefined
  const words = brand.pauseMessage ?? `We are not buying ${brand.name} cards right now.`
  return brand.resumeAt === null ? words : `${words} We start again on ${dayOf(brand.resumeAt)}.`
}

/** As a day in UTC, so that server and pages name the same one. */
function dayOf(time: string) {
  const day = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  return new Date(time).toLocaleDateString('en-US', day)
}
