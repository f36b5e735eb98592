import { expect, test } from 'vitest'
import { aBrand } from '../../test-support/sample-rates.ts'
import { fieldChanges, rateRange } from './rate-changes.ts'
import { addToRates, pauseBrand, type Terms } from './rate-edits.ts'

const apple = aBrand('apple')
const withRates = (...rates: [fromCents: number, toCents: number, rateBps: number][]): Terms => ({
  ...apple,
  bands: rates.map(([fromCents, toCents, rateBps]) => ({ fromCents, toCents, rateBps })),
})
const lines = (after: Terms) => fieldChanges({ before: apple, after })

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
