import { expect, test } from 'vitest'
import { seedCatalogue } from './catalogue.ts'
import type { BrandTerms } from './catalogue-schema.ts'
import { neededConfirmation, rateWarnings } from './unusual-rates.ts'

/** The terms of a brand of the program, with the given bands if there are any. */
function brand(slug: string, ...bands: [fromCents: number, toCents: number, rateBps: number][]): BrandTerms {
  const terms = seedCatalogue.find(slug)
  if (!terms) throw new Error(`There is no brand ${slug}.`)
  if (bands.length === 0) return terms
  return { ...terms, bands: bands.map(([fromCents, toCents, rateBps]) => ({ fromCents, toCents, rateBps })) }
}

const apple = brand('apple')
const flat = (rateBps: number, slug = 'apple') => brand(slug, [5_000, 500_000, rateBps])
const warnings = (after: BrandTerms, before = apple) => rateWarnings({ before, after })
const confirmation = (...after: BrandTerms[]) =>
  neededConfirmation(after.map((terms) => ({ before: brand(terms.slug), after: terms })))

test('warns of rates under 50%, over 99% and of more than 5 points, and of nothing at the limits', () => {
  expect(warnings(flat(8_700))).toEqual([])
  expect(warnings(flat(8_699))).toEqual(['The rate moves by 5.01 points, more than 5 at once.'])
  expect(warnings(flat(4_999), flat(5_000))).toEqual(['The rate 49.99% is under 50%.'])
  expect(warnings(flat(9_901), flat(9_900))).toEqual(['The rate 99.01% is over 99%.'])
})

test('warns of one band of several that moves far, and not of an old rate that stays', () => {
  expect(warnings(brand('apple', [5_000, 9_999, 8_600], [10_000, 500_000, 9_200]))).toEqual([
    'The rate moves by 6 points, more than 5 at once.',
  ])
  expect(warnings({ ...flat(4_000), state: 'paused' }, flat(4_000))).toEqual([])
})

test('a usual change needs no confirmation', () => {
  expect(confirmation({ ...flat(8_700), state: 'hidden', name: 'Apple Store' }, flat(8_500, 'steam'))).toBeUndefined()
})

test('the brand whose rate moves most is named, in every order of the changes', () => {
  const changes = [flat(8_600), flat(8_300, 'steam'), flat(8_400, 'nike')]
  const expected = { confirm: 'steam', reason: 'Steam pays 83% instead of 90%. 1 more brand has an unusual rate.' }
  expect(confirmation(...changes)).toEqual(expected)
  expect(confirmation(...changes.toReversed())).toEqual(expected)
  const alike = [flat(8_300, 'steam'), flat(8_500)]
  expect([confirmation(...alike)?.confirm, confirmation(...alike.toReversed())?.confirm]).toEqual(['apple', 'apple'])
})

test('of several bands the move of the most unusual one is named, and the name before the change', () => {
  const bands = brand('apple', [5_000, 9_999, 9_100], [10_000, 19_999, 6_000], [20_000, 500_000, 8_000])
  expect(confirmation({ ...bands, name: 'Renamed' })?.reason).toBe('Apple pays 60% instead of 92%.')
})

test('a low rate for card values that were not accepted before has no former rate', () => {
  const before = brand('apple', [5_000, 200_000, 9_200])
  const after = brand('apple', [5_000, 200_000, 9_100], [200_001, 500_000, 100])
  expect(neededConfirmation([{ before, after }])).toEqual({ confirm: 'apple', reason: 'Apple pays 1%.' })
})

test('more than 30 brands are confirmed by their number', () => {
  const paused = (many: number) =>
    seedCatalogue.brands.slice(0, many).map((terms) => ({ ...terms, state: 'paused' as const }))
  expect(confirmation(...paused(30))).toBeUndefined()
  expect(confirmation(...paused(31))).toEqual({ confirm: '31', reason: 'This changes 31 brands at once.' })
})
