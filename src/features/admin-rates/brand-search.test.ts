import { expect, test } from 'vitest'
import { aBrand } from '../../test-support/sample-rates.ts'
import { type BrandSearch, findBrands, nextSort, readBrandSearch } from './brand-search.ts'
import { pauseBrand } from './rate-edits.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const brands = [
  aBrand('amazon'),
  pauseBrand(aBrand('steam'), null, '2026-03-01T11:00:00.000Z'),
  pauseBrand(aBrand('apple'), null, null),
]
const find = (search: BrandSearch) =>
  findBrands(brands, search, { changed: new Set(['steam']), lastChanges: { apple: '2026-02-01' }, now }).map(
    ({ slug }) => slug,
  )

test('finds by name or slug, category, state and edits', () => {
  expect(find({ search: ' APP' })).toEqual(['apple'])
  expect(find({ category: 'Gaming' })).toEqual(['steam'])
  expect(find({ show: 'paused' })).toEqual(['apple'])
  // Its pause has ended by itself.
  expect(find({ show: 'active' })).toEqual(['amazon', 'steam'])
  expect(find({ show: 'changed' })).toEqual(['steam'])
})

test('sorts by every column in both directions, else keeps the order of the catalogue', () => {
  expect(find({})).toEqual(['amazon', 'steam', 'apple'])
  expect(find({ sort: 'name' })).toEqual(['amazon', 'apple', 'steam'])
  expect(find({ sort: 'rate' })).toEqual(['steam', 'apple', 'amazon'])
  expect(find({ sort: 'rate', descending: true })).toEqual(['amazon', 'apple', 'steam'])
  expect(find({ sort: 'changed', descending: true })[0]).toBe('apple')
})

test('a column sorts ascending, then descending, then not', () => {
  const once = nextSort({ search: 'a' }, 'rate')
  const twice = nextSort(once, 'rate')
  expect([once, twice, nextSort(twice, 'rate'), nextSort(twice, 'min')]).toEqual([
    { search: 'a', sort: 'rate' },
    { search: 'a', sort: 'rate', descending: true },
    { search: 'a' },
    { search: 'a', sort: 'min' },
  ])
})

test('reads the URL and drops what it does not know', () => {
  expect(readBrandSearch({ search: 7, category: 'Gaming', show: 'changed', sort: 'rate', descending: true })).toEqual({
    search: '7',
    category: 'Gaming',
    show: 'changed',
    sort: 'rate',
    descending: true,
  })
  expect(readBrandSearch({ category: 'Toys', show: 'gone', sort: 'colour', descending: 'yes' })).toEqual({})
})
