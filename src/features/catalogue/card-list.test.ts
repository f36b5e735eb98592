import { expect, test } from 'vitest'
import { seedCatalogue } from '#shared/catalogue.ts'
import { alphabetOf } from './card-list.tsx'
import { browseBrands, searchCatalogue } from './catalogue-search.ts'

test('maps each letter to its first card, or to undefined', () => {
  const { listed } = searchCatalogue(seedCatalogue.brands, {})
  const alphabet = alphabetOf(listed)
  expect(alphabet).toHaveLength(26)
  const firsts = Object.fromEntries(alphabet.map(({ letter, first }) => [letter, first?.slug]))
  expect(firsts).toMatchObject({ A: 'adidas', E: 'ebay', B: 'best-buy', Q: undefined })
})

test('covers the first letter of every listed brand', () => {
  const listed = browseBrands(seedCatalogue.brands)
  const letters = new Set(alphabetOf(listed).flatMap(({ letter, first }) => (first ? [letter] : [])))
  expect(listed.filter(({ name }) => !letters.has(name.charAt(0).toUpperCase()))).toEqual([])
})
