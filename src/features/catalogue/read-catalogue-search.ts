import { type BrandCategory, brandCategories } from '#shared/brands.ts'

/** Orders the list can be read in; the first is the one without a word in the address. */
export const cardSorts = ['name', 'popular', 'rate', 'minimum'] as const
export type CardSort = (typeof cardSorts)[number]

/** What the address says about the list; what is left out is every category, no search, by name. */
export type CatalogueSearch = { category?: BrandCategory; q?: string; sort?: CardSort }

export const SEARCH_MAX_LENGTH = 60

/**
 * Reads the address's search parameters. Anything that is not ours or says the usual is undefined, and named: the
 * router hands on what a reader passes over in silence.
 */
export function readCatalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  // The router reads '?q=123' as a number.
  const q = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).slice(0, SEARCH_MAX_LENGTH) : ''
  const sort = cardSorts.find((each) => each === raw.sort)
  return {
    category: brandCategories.find((each) => each === raw.category),
    q: q === '' ? undefined : q,
    sort: sort === cardSorts[0] ? undefined : sort,
  }
}
