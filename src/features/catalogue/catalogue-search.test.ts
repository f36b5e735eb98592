import { expect, test } from 'vitest'
import {
  browseBrands,
  type FindBrands,
  popularBrands,
  readCatalogueSearch,
  searchCatalogue,
} from './catalogue-search.ts'

const find: FindBrands = (brands, text) =>
  brands.filter((brand) => brand.name.toLowerCase().includes(text.trim().toLowerCase()))
const slugs = (brands: readonly { slug: string }[]) => brands.map((brand) => brand.slug)

test('lists every brand of the page when nothing is asked', () => {
  expect(searchCatalogue({}, find)).toEqual({ listed: browseBrands, elsewhere: [] })
  expect(browseBrands).toHaveLength(49)
  expect(popularBrands).toHaveLength(8)
})

test('lists one category', () => {
  const { listed } = searchCatalogue({ category: 'Electronics' }, find)
  expect(slugs(listed)).toContain('best-buy')
  expect(new Set(listed.map((brand) => brand.category))).toEqual(new Set(['Electronics']))
})

test('searches inside the category', () => {
  expect(slugs(searchCatalogue({ category: 'Gaming', q: 'xbo' }, find).listed)).toEqual(['xbox'])
  expect(searchCatalogue({ category: 'Gaming', q: 'amazon' }, find).listed).toEqual([])
})

test('names cards the exchange takes when the page lists none', () => {
  expect(searchCatalogue({ q: 'burger king' }, find)).toMatchObject({
    listed: [],
    elsewhere: [{ slug: 'burger-king' }],
  })
  expect(slugs(searchCatalogue({ category: 'Gaming', q: 'amazon' }, find).elsewhere)).toEqual(['amazon'])
  expect(searchCatalogue({ q: 'zzzz' }, find)).toEqual({ listed: [], elsewhere: [] })
})

test('reads only filters of ours from the address', () => {
  expect(readCatalogueSearch({ category: 'Gaming', q: 'x', other: 1 })).toEqual({ category: 'Gaming', q: 'x' })
  expect(readCatalogueSearch({ category: 'gaming', q: { a: 1 } })).toEqual({})
  expect(readCatalogueSearch({ q: 76 })).toEqual({ q: '76' })
  expect(readCatalogueSearch({ q: 'x'.repeat(500) }).q).toHaveLength(60)
})
