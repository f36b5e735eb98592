import type { SeedBrand } from './brands.ts'
import type { BrandTerms } from './catalogue-schema.ts'

export const MIN_CARD_VALUE_CENTS = 100
export const MAX_CARD_VALUE_CENTS = 500_000

/** The rate in basis points for card values in cents, both ends included. */
export type RateBand = BrandTerms['bands'][number]

export type Brand = BrandTerms &
  Pick<SeedBrand, 'colour' | 'hasMark' | 'browse'> & {
    /** In basis points. */
    rateBps: number
  }

/** The terms of a brand before an operator changes them. Visa cards need photos of both sides. */
export function seedTerms({ slug, name, category, minCents, rateBps }: SeedBrand): BrandTerms {
  return {
    slug,
    name,
    category,
    state: 'active',
    pauseMessage: null,
    resumeAt: null,
    minCents,
    maxCents: MAX_CARD_VALUE_CENTS,
    bands: [{ fromCents: minCents, toCents: MAX_CARD_VALUE_CENTS, rateBps }],
    rules: { photosNeeded: slug.includes('visa') ? 2 : 1, expiryNeeded: false, numberFormat: null },
  }
}

/** The rate in basis points for a card of this value; undefined outside of the limits of the brand. */
export function rateAt({ bands }: { bands: readonly RateBand[] }, valueCents: number) {
  return bands.find(({ fromCents, toCents }) => valueCents >= fromCents && valueCents <= toCents)?.rateBps
}

/** The rate in basis points of the band of this value, or of the nearest band; undefined without bands. */
export function nearestRate({ bands }: { bands: readonly RateBand[] }, valueCents: number) {
  return (bands.findLast(({ fromCents }) => fromCents <= valueCents) ?? bands[0])?.rateBps
}

/** The state at this moment (epoch milliseconds): a pause ends by itself at `resumeAt`. */
export function stateAt({ state, resumeAt }: Pick<BrandTerms, 'state' | 'resumeAt'>, now: number) {
  return state === 'paused' && resumeAt !== null && Date.parse(resumeAt) <= now ? 'active' : state
}
