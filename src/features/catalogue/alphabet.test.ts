import { expect, test } from 'vitest'
import { alphabetOf } from './alphabet.ts'
import { browseBrands, searchCatalogue } from './catalogue-search.ts'

test('leads each letter to its first card, and letters without a card nowhere', () => {
  const { listed } = searchCatalogue({})
  const alphabet = alphabetOf(listed)
  expect(alphabet).toHaveLength(26)
  const firsts = Object.fromEntries(alphabet.map(({ letter, first }) => [letter, first?.slug]))
  expect(firsts).toMatchObject({ A: 'adidas', E: 'ebay', B: 'best-buy', Q: undefined })
})

test('every card of the page begins with one of the letters', () => {
  const letters = new Set(alphabetOf(browseBrands).flatMap(({ letter, first }) => (first ? [letter] : [])))
  expect(browseBrands.filter(({ name }) => !letters.has(name.charAt(0).toUpperCase()))).toEqual([])
})
