import { oneOf, searchParams, text } from '#client/lib/search-params.ts'
import { brandCategories } from '#shared/brands.ts'

/** Sort orders of the list. The first is the default and is left out of the URL. */
export const cardSorts = ['name', 'popular', 'rate', 'minimum'] as const
export type CardSort = (typeof cardSorts)[number]

export const SEARCH_MAX_LENGTH = 60

export const readCatalogueSearch = searchParams({
  category: oneOf(brandCategories),
  q: text(SEARCH_MAX_LENGTH),
  sort: oneOf(cardSorts, cardSorts[0]),
})
export type CatalogueSearch = ReturnType<typeof readCatalogueSearch>
