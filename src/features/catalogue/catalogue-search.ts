import { searchBrands } from '#shared/brand-search.ts'
import { type Brand, type BrandCategory, brandCategories, brands } from '#shared/brands.ts'

/** What the address says about the list; what is left out is every category and no search. */
export type CatalogueSearch = { category?: BrandCategory; q?: string }

/** A brand that stands on the page. */
export type BrowseBrand = Brand & Required<Pick<Brand, 'browse'>>

const TEXT_MAX_LENGTH = 60

export const browseBrands: readonly BrowseBrand[] = brands.filter(isOnPage)
export const popularBrands: readonly BrowseBrand[] = browseBrands.filter((brand) => brand.browse.popular)

/** Reads the address's search parameters; anything that is not a filter of ours is left out. */
export function readCatalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  const category = brandCategories.find((each) => each === raw.category)
  // The router reads '?q=123' as a number.
  const q = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).slice(0, TEXT_MAX_LENGTH) : ''
  return { ...(category && { category }), ...(q !== '' && { q }) }
}

/** What the page lists for a search, and what the exchange takes besides when the page lists nothing. */
export function searchCatalogue({ category, q = '' }: CatalogueSearch): {
  listed: readonly BrowseBrand[]
  elsewhere: readonly Brand[]
} {
  const inCategory = browseBrands.filter((brand) => !category || brand.category === category)
  const listed = searchBrands(inCategory, q).filter(isOnPage)
  if (listed.length > 0 || q.trim() === '') return { listed, elsewhere: [] }
  return { listed, elsewhere: searchBrands(brands, q).slice(0, MOST_ELSEWHERE) }
}

const MOST_ELSEWHERE = 6

function isOnPage(brand: Brand): brand is BrowseBrand {
  return brand.browse !== undefined
}
