import { oneOf, searchParams, text } from '#client/lib/search-params.ts'
import { stateAt } from '#shared/brand.ts'
import { brandCategories, brandStates } from '#shared/brands.ts'
import { cleanText } from '#shared/clean-text.ts'
import type { Terms } from './rate-edits.ts'

const brandSorts = ['name', 'category', 'state', 'min', 'max', 'rate', 'changed'] as const
export type BrandSort = (typeof brandSorts)[number]

/** What the table of brands shows, as parameters of the URL. Without a sort the most sold brands are first. */
export const readBrandSearch = searchParams({
  search: text(200),
  category: oneOf(brandCategories),
  /** 'changed': only brands with edits that are not published. */
  show: oneOf([...brandStates, 'changed'] as const),
  sort: oneOf(brandSorts),
  descending: oneOf([true] as const),
})
export type BrandSearch = ReturnType<typeof readBrandSearch>

/** The next order after a press on the head of a column: ascending, descending, then none. */
export function nextSort({ sort, descending, ...rest }: BrandSearch, pressed: BrandSort): BrandSearch {
  if (sort !== pressed) return { ...rest, sort: pressed }
  return descending ? rest : { ...rest, sort, descending: true }
}

/** The last publication of each brand by slug, ISO 8601. */
export type LastChanges = Readonly<Record<string, string>>

/** The brands that the search describes, in its order. `now` in epoch milliseconds. */
export function findBrands(
  brands: readonly Terms[],
  { search = '', category, show, sort, descending }: BrandSearch,
  { changed, lastChanges, now }: { changed: ReadonlySet<string>; lastChanges: LastChanges; now: number },
) {
  const text = cleanText.search(search).toLowerCase()
  const found = brands.filter(
    (brand) =>
      (brand.name.toLowerCase().includes(text) || brand.slug.includes(text)) &&
      (!category || brand.category === category) &&
      (!show || (show === 'changed' ? changed.has(brand.slug) : stateAt(brand, now) === show)),
  )
  if (!sort) return found
  const key: Record<BrandSort, (brand: Terms) => string | number> = {
    name: ({ name }) => name.toLowerCase(),
    category: (brand) => brand.category,
    state: (brand) => brandStates.indexOf(stateAt(brand, now)),
    min: ({ minCents }) => minCents,
    max: ({ maxCents }) => maxCents,
    rate: ({ bands }) => Math.max(...bands.map(({ rateBps }) => rateBps)),
    changed: ({ slug }) => lastChanges[slug] ?? '',
  }
  const of = key[sort]
  const compare = (one: Terms, other: Terms) => {
    const [left, right] = [of(one), of(other)]
    return left < right ? -1 : left > right ? 1 : 0
  }
  return found.toSorted((one, other) => (descending ? compare(other, one) : compare(one, other)))
}
