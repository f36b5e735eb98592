import { searchBrands } from '#shared/brand-search.ts'
import { type Brand, type BrandCategory, brandCategories, brands } from '#shared/brands.ts'

/** Orders the list can be read in; the first is the one without a word in the address. */
export const cardSorts = ['name', 'popular', 'rate', 'minimum'] as const
export type CardSort = (typeof cardSorts)[number]

/** What the address says about the list; what is left out is every category, no search, by name. */
export type CatalogueSearch = { category?: BrandCategory; q?: string; sort?: CardSort }

/** A brand that stands on the page. */
export type BrowseBrand = Brand & Required<Pick<Brand, 'browse'>>

export const SEARCH_MAX_LENGTH = 60
const MOST_ELSEWHERE = 6

/** The brands of the page, the most sold first. */
export const browseBrands: readonly BrowseBrand[] = brands.filter(isOnPage)
export const popularBrands: readonly BrowseBrand[] = browseBrands.filter((brand) => brand.browse.popular)

const byName = (one: Brand, other: Brand) => one.name.localeCompare(other.name, 'en')
/** Undefined keeps the order of the catalogue. */
const comparisons: Readonly<Record<CardSort, ((one: Brand, other: Brand) => number) | undefined>> = {
  name: byName,
  popular: undefined,
  rate: (one, other) => other.rateBps - one.rateBps || byName(one, other),
  minimum: (one, other) => one.minCents - other.minCents || byName(one, other),
}

/** Reads the address's search parameters; anything that is not ours or says the usual is left out. */
export function readCatalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  const category = brandCategories.find((each) => each === raw.category)
  // The router reads '?q=123' as a number.
  const q = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).slice(0, SEARCH_MAX_LENGTH) : ''
  const sort = cardSorts.find((each) => each === raw.sort)
  return { ...(category && { category }), ...(q !== '' && { q }), ...(sort && sort !== cardSorts[0] && { sort }) }
}

/** What the page lists for a search, and what the exchange takes besides when the page lists nothing. */
export function searchCatalogue({ category, q = '', sort = cardSorts[0] }: CatalogueSearch): {
  listed: readonly BrowseBrand[]
  elsewhere: readonly Brand[]
} {
  const inCategory = browseBrands.filter((brand) => !category || brand.category === category)
  const found = searchBrands(inCategory, q).filter(isOnPage)
  const compare = comparisons[sort]
  const listed = compare ? found.toSorted(compare) : found
  if (listed.length > 0 || q.trim() === '') return { listed, elsewhere: [] }
  return { listed, elsewhere: searchBrands(brands, q).slice(0, MOST_ELSEWHERE) }
}

function isOnPage(brand: Brand): brand is BrowseBrand {
  return brand.browse !== undefined
}
