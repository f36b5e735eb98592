import type { Brand } from '#shared/brand.ts'
import { searchBrands } from '#shared/brand-search.ts'
import { type CardSort, type CatalogueSearch, cardSorts } from './read-catalogue-search.ts'

export type BrowseBrand = Brand & { browse: NonNullable<Brand['browse']> }

const MAX_ELSEWHERE = 6

export function browseBrands(brands: readonly Brand[]) {
  return brands.filter(isOnPage)
}

export function unlistedBrands(brands: readonly Brand[]) {
  return brands.filter((brand) => !isOnPage(brand)).toSorted(byName)
}

const byName = (one: Brand, other: Brand) => one.name.localeCompare(other.name, 'en')
/** Undefined keeps the order of `brands`. */
const comparisons: Readonly<Record<CardSort, ((one: Brand, other: Brand) => number) | undefined>> = {
  name: byName,
  popular: undefined,
  rate: (one, other) => other.rateBps - one.rateBps || byName(one, other),
  minimum: (one, other) => one.minCents - other.minCents || byName(one, other),
}

/** The brands that match a search; `elsewhere` has matches that the page does not list, if `listed` is empty. */
export function searchCatalogue(brands: readonly Brand[], { category, q = '', sort = cardSorts[0] }: CatalogueSearch) {
  const inCategory = browseBrands(brands).filter((brand) => !category || brand.category === category)
  const found = searchBrands(inCategory, q).filter(isOnPage)
  const compare = comparisons[sort]
  const listed = compare ? found.toSorted(compare) : found
  if (listed.length > 0 || q.trim() === '') return { listed, elsewhere: [] }
  return { listed, elsewhere: searchBrands(brands, q).slice(0, MAX_ELSEWHERE) }
}

function isOnPage(brand: Brand): brand is BrowseBrand {
  return brand.browse !== undefined
}
