import { expect, test } from 'vitest'
import { changeWarnings, fieldChanges, rateRange } from './rate-changes.ts'
import { addToRates, pauseBrand, type Terms } from './terms.ts'
import { aBrand } from './test-rates.ts'

const apple = aBrand('apple')
const withRates = (...rates: [fromCents: number, toCents: number, rateBps: number][]): Terms => ({
  ...apple,
  bands: rates.map(([fromCents, toCents, rateBps]) => ({ fromCents, toCents, rateBps })),
})
const lines = (after: Terms) => fieldChanges({ before: apple, after })
const warnings = (after: Terms, before = apple) => changeWarnings({ before, after })

test('says what changes with old and new value, and how far a rate moves', () => {
  expect(lines(addToRates(apple, -150))).toEqual([
    { field: 'Rate', before: '92%', after: '90.5%', step: { bps: -150, text: '−1.5 points' } },
  ])
  expect(lines({ ...pauseBrand(apple, 'Back soon.', null), minCents: 10_000 })).toEqual([
    { field: 'State', before: 'Active', after: 'Paused' },
    { field: 'Words for sellers', before: 'The usual words', after: 'Back soon.' },
    { field: 'Minimum', before: '$50', after: '$100' },
  ])
})

test('names each of several rates, without a common step', () => {
  const after = withRates([5_000, 9_999, 8_900], [10_000, 500_000, 9_200])
  expect(lines(after)).toEqual([{ field: 'Rate', before: '92%', after: '$50 to $99.99: 89%, $100 to $5,000: 92%' }])
  expect(rateRange(after)).toBe('89% to 92%')
})

test('warns of rates under 50%, over 99% and of more than 5 points, and of nothing at the limits', () => {
  expect(warnings(addToRates(apple, -500))).toEqual([])
  expect(warnings(addToRates(apple, -501))).toEqual(['The rate moves by 5.01 points, more than 5 at once.'])
  const low = withRates([5_000, 500_000, 5_000])
  expect(warnings(addToRates(low, -1), low)).toEqual(['The rate 49.99% is under 50%.'])
  const high = withRates([5_000, 500_000, 9_900])
  expect(warnings(addToRates(high, 1), high)).toEqual(['The rate 99.01% is over 99%.'])
})

test('warns of one band of several that moves far, and not of an old rate that stays', () => {
  expect(warnings(withRates([5_000, 9_999, 8_600], [10_000, 500_000, 9_200]))).toEqual([
    'The rate moves by 6 points, more than 5 at once.',
  ])
  const low = withRates([5_000, 500_000, 4_000])
  expect(warnings(pauseBrand(low, null, null), low)).toEqual([])
})
