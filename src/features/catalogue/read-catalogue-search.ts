import { type BrandCategory, brandCategories } from '#shared/brands.ts'

/** Sort orders of the list. The first is the default and is left out of the URL. */
export const cardSorts = ['name', 'popular', 'rate', 'minimum'] as const
export type CardSort = (typeof cardSorts)[number]

/** Search parameters of the list. Defaults: all categories, no search, sorted by name. */
export type CatalogueSearch = { category?: BrandCategory; q?: string; sort?: CardSort }

export const SEARCH_MAX_LENGTH = 60

/**
 * Reads the search parameters. Sets invalid and default ones to undefined explicitly, because the router keeps the raw
 * value of absent keys.
 */
export function readCatalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  // The router parses '?q=123' as a number.
  const q = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).slice(0, SEARCH_MAX_LENGTH) : ''
  const sort = cardSorts.find((each) => each === raw.sort)
  return {
    category: brandCategories.find((each) => each === raw.category),
    q: q === '' ? undefined : q,
    sort: sort === cardSorts[0] ? undefined : sort,
  }
}
