import { expect, test } from 'vitest'
import { seedCatalogue } from '#shared/catalogue.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { browseBrands, searchCatalogue as search } from './catalogue-search.ts'
import { type CardSort, type CatalogueSearch, readCatalogueSearch } from './read-catalogue-search.ts'
import { brandRejections, rejectionGroups } from './rejections.ts'

const { brands } = seedCatalogue
const searchCatalogue = (wanted: CatalogueSearch) => search(brands, wanted)

const slugs = (found: readonly { slug: string }[]) => found.map((brand) => brand.slug)

test('lists every brand of the page without a search', () => {
  const { listed, elsewhere } = searchCatalogue({})
  expect(new Set(listed)).toEqual(new Set(browseBrands(brands)))
  expect(elsewhere).toEqual([])
  expect(listed).toHaveLength(49)
  expect(listed.filter(({ browse }) => browse.popular)).toHaveLength(8)
})

test('lists one category', () => {
  const { listed } = searchCatalogue({ category: 'Electronics' })
  expect(slugs(listed)).toContain('best-buy')
  expect(new Set(listed.map((brand) => brand.category))).toEqual(new Set(['Electronics']))
})

test('searches within the category', () => {
  expect(slugs(searchCatalogue({ category: 'Gaming', q: 'xbo' }).listed)).toEqual(['xbox'])
  expect(searchCatalogue({ category: 'Gaming', q: 'amazon' }).listed).toEqual([])
})

test('returns unlisted brands when the page lists no match', () => {
  expect(searchCatalogue({ q: 'burger king' })).toMatchObject({
    listed: [],
    elsewhere: [{ slug: 'burger-king' }],
  })
  expect(slugs(searchCatalogue({ category: 'Gaming', q: 'amazon' }).elsewhere)).toEqual(['amazon'])
  expect(searchCatalogue({ q: 'zzzz' })).toEqual({ listed: [], elsewhere: [] })
})

test('sorts by name by default, or by popularity, rate or minimum', () => {
  const gaming = (sort?: CardSort) => slugs(searchCatalogue({ category: 'Gaming', sort }).listed)
  expect(gaming()).toEqual(['gamestop', 'nintendo', 'playstation', 'razer', 'roblox', 'steam', 'xbox'])
  expect(gaming('popular')).toEqual(['steam', 'playstation', 'xbox', 'nintendo', 'roblox', 'razer', 'gamestop'])
  expect(gaming('rate')).toEqual(['playstation', 'razer', 'steam', 'xbox', 'gamestop', 'nintendo', 'roblox'])
  expect(gaming('minimum')).toEqual(['gamestop', 'nintendo', 'playstation', 'razer', 'roblox', 'xbox', 'steam'])
})

test('reads only valid filters from the URL', () => {
  expect(readCatalogueSearch({ category: 'Gaming', q: 'x', other: 1 })).toEqual({ category: 'Gaming', q: 'x' })
  expect(readCatalogueSearch({ category: 'gaming', q: { a: 1 } })).toEqual({})
  expect(readCatalogueSearch({ sort: 'rate' })).toEqual({ sort: 'rate' })
  expect(readCatalogueSearch({ sort: 'name' })).toEqual({})
  expect(readCatalogueSearch({ sort: 'colour' })).toEqual({})
  expect(Object.keys(readCatalogueSearch({}))).toEqual(['category', 'q', 'sort'])
  expect(readCatalogueSearch({ q: 76 })).toEqual({ q: '76' })
  expect(readCatalogueSearch({ q: 'x'.repeat(500) }).q).toHaveLength(60)
})

const all = [...rejectionGroups.flatMap(({ rejections }) => rejections), ...Object.values(brandRejections)]

test('lists every rejection reason once, with the text that reviewers send', () => {
  const texts = all.map(({ problem, remedy }) => `${problem} ${remedy}`)
  expect(texts.toSorted()).toEqual(statusReasons.rejected.toSorted())
})

test('has a problem and a remedy for each reason', () => {
  for (const { problem, remedy } of all) {
    expect(problem).toMatch(/\.$/)
    expect(remedy).toMatch(/^[A-Z].+\.$/)
  }
})

test('has brand rules for known brands only', () => {
  expect(Object.keys(brandRejections).filter((slug) => !seedCatalogue.find(slug))).toEqual([])
})
