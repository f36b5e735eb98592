import { findBrand } from './brand.ts'
import type { Brand } from './brands.ts'
import { formatWholeDollars, payoutCents } from './money.ts'

export const MIN_CARD_VALUE_CENTS = 100
export const MAX_CARD_VALUE_CENTS = 500_000
/** How long a signed quote is valid. */
export const QUOTE_VALID_MS = 30 * 60 * 1000

export const quoteMessages = {
  incomplete: 'Please select a card type and enter a valid amount.',
  minimumTitle: 'Minimum Amount Required',
  failed: 'Failed to calculate quote. Please try again.',
  maximumTitle: 'Maximum Amount Exceeded',
} as const

type QuoteProblem = { title: string; message: string }

/** The specified message for a request that cannot be priced; undefined when it can. */
export function quoteProblem(brand: Brand | undefined, valueCents: number | null): QuoteProblem | undefined {
  if (!brand || valueCents === null || valueCents <= 0) return { title: 'Error', message: quoteMessages.incomplete }
  if (valueCents < brand.minCents)
    return {
      title: quoteMessages.minimumTitle,
      message: `The minimum amount for ${brand.name} is ${formatWholeDollars(brand.minCents)}.`,
    }
  if (valueCents > MAX_CARD_VALUE_CENTS)
    return {
      title: quoteMessages.maximumTitle,
      message: `The maximum amount for ${brand.name} is ${formatWholeDollars(MAX_CARD_VALUE_CENTS)}.`,
    }
  return undefined
}

/** 'Minimum: $50 | Maximum: $5,000' */
export function valueHint(brand: Brand | undefined): string {
  const minimum = formatWholeDollars(brand?.minCents ?? MIN_CARD_VALUE_CENTS)
  return `Minimum: ${minimum} | Maximum: ${formatWholeDollars(MAX_CARD_VALUE_CENTS)}`
}

/** What stands below a payout while brand and value are chosen: what is missing, or which limit the value breaks. */
export function payoutCaption(brand: Brand | undefined, valueCents: number | null): string {
  if (!brand) return 'Choose a card to see your payout'
  if (!valueCents) return 'Enter the value to see your payout'
  if (valueCents < brand.minCents) return `Minimum ${formatWholeDollars(brand.minCents)}`
  if (valueCents > MAX_CARD_VALUE_CENTS) return `Maximum ${formatWholeDollars(MAX_CARD_VALUE_CENTS)}`
  return 'cash to you'
}

/** Payout shown while typing; undefined until brand and value can be priced. Only the server's quote is binding. */
export function livePayoutCents(slug: string | undefined, valueCents: number | null): number | undefined {
  const brand = slug === undefined ? undefined : findBrand(slug)
  if (!brand || valueCents === null || quoteProblem(brand, valueCents)) return undefined
  return payoutCents(valueCents, brand.rateBps)
}
