import type { BrandCategory, SeedBrand } from './brands.ts'

export const MIN_CARD_VALUE_CENTS = 100
export const MAX_CARD_VALUE_CENTS = 500_000

/** 'paused' brands are shown and not bought, 'hidden' ones are neither. */
export const brandStates = ['active', 'paused', 'hidden'] as const
export type BrandState = (typeof brandStates)[number]

/** The rate in basis points for card values in cents, both ends included. */
export type RateBand = { fromCents: number; toCents: number; rateBps: number }

/** The format of a brand's numbers; a number that differs gets a warning and is accepted. */
export type NumberFormat = {
  /** Accepted lengths; empty: every length. */
  lengths: readonly number[]
  characters: 'digits' | 'letters-and-digits'
  /** How every number starts; empty: every start. */
  prefix: string
}

export type BrandRules = {
  /** 1 to 4 */
  photosNeeded: number
  expiryNeeded: boolean
  /** Null: the checks that the program knows for the brand. */
  numberFormat: NumberFormat | null
}

/** What an operator sets about a brand. Values in cents, rates in basis points. */
export type BrandTerms = {
  slug: string
  name: string
  category: BrandCategory
  state: BrandState
  /** What sellers read while it is paused; null for the usual words. */
  pauseMessage: string | null
  /** When a pause ends, ISO 8601; null until an operator ends it. */
  resumeAt: string | null
  minCents: number
  maxCents: number
  /** Cover every cent from `minCents` to `maxCents` once, in ascending order. */
  bands: readonly RateBand[]
  rules: BrandRules
}

export type Brand = BrandTerms &
  Pick<SeedBrand, 'colour' | 'hasMark' | 'browse'> & {
    /** The highest rate of its bands, in basis points. */
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
export function rateAt({ bands }: Pick<BrandTerms, 'bands'>, valueCents: number): number | undefined {
  return bands.find(({ fromCents, toCents }) => valueCents >= fromCents && valueCents <= toCents)?.rateBps
}

/** The rate in basis points of the band of this value, or of the nearest band; undefined without bands. */
export function nearestRate({ bands }: Pick<BrandTerms, 'bands'>, valueCents: number): number | undefined {
  return (bands.findLast(({ fromCents }) => fromCents <= valueCents) ?? bands[0])?.rateBps
}

/** The state at this moment (epoch milliseconds): a pause ends by itself at `resumeAt`. */
export function stateAt({ state, resumeAt }: Pick<BrandTerms, 'state' | 'resumeAt'>, now: number): BrandState {
  return state === 'paused' && resumeAt !== null && Date.parse(resumeAt) <= now ? 'active' : state
}
