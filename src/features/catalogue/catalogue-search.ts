import { searchBrands } from '#shared/brand-search.ts'
import { type Brand, brands } from '#shared/brands.ts'
import { type CardSort, type CatalogueSearch, cardSorts } from './read-catalogue-search.ts'

/** A brand that the page lists. */
export type BrowseBrand = Brand & Required<Pick<Brand, 'browse'>>

const MAX_ELSEWHERE = 6

/** The brands that the page lists, most sold first. */
export const browseBrands: readonly BrowseBrand[] = brands.filter(isOnPage)
export const popularBrands: readonly BrowseBrand[] = browseBrands.filter((brand) => brand.browse.popular)

const byName = (one: Brand, other: Brand) => one.name.localeCompare(other.name, 'en')
/** The brands that only the exchange offers. */
export const unlistedBrands: readonly Brand[] = brands.filter((brand) => !isOnPage(brand)).toSorted(byName)
/** Undefined keeps the order of `brands`. */
const comparisons: Readonly<Record<CardSort, ((one: Brand, other: Brand) => number) | undefined>> = {
  name: byName,
  popular: undefined,
  rate: (one, other) => other.rateBps - one.rateBps || byName(one, other),
  minimum: (one, other) => one.minCents - other.minCents || byName(one, other),
}

/** The brands that match a search; `elsewhere` has matches that the page does not list, if `listed` is empty. */
export function searchCatalogue({ category, q = '', sort = cardSorts[0] }: CatalogueSearch): {
  listed: readonly BrowseBrand[]
  elsewhere: readonly Brand[]
} {
  const inCategory = browseBrands.filter((brand) => !category || brand.category === category)
  const found = searchBrands(inCategory, q).filter(isOnPage)
  const compare = comparisons[sort]
  const listed = compare ? found.toSorted(compare) : found
  if (listed.length > 0 || q.trim() === '') return { listed, elsewhere: [] }
  return { listed, elsewhere: searchBrands(brands, q).slice(0, MAX_ELSEWHERE) }
}

function isOnPage(brand: Brand): brand is BrowseBrand {
  return brand.browse !== undefined
}
