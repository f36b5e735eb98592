import { expect, test } from 'vitest'
import { aBrand } from '../../test-support/sample-rates.ts'
import {
  dollarsText,
  fieldChanges,
  formatPoints,
  percentText,
  rateRange,
  readDollars,
  readPercent,
  readPoints,
} from './rate-changes.ts'
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

test.each([
  ['92', 9_200],
  [' 92.5 % ', 9_250],
  ['92.25', 9_225],
  ['100', 10_000],
])("reads '%s' as %i basis points", (text, value) => {
  expect(readPercent(text)).toEqual({ value })
})

test.each([
  ['', 'Enter the rate in percent, such as 92.5.'],
  ['92,5', 'Write 92.5 with a point.'],
  ['0.92', 'This is 0.92%. Write percent, such as 92.5, not a fraction.'],
  ['92.505', 'Write the rate in percent with at most two decimals, such as 92.5.'],
  ['-5', 'Write the rate in percent with at most two decimals, such as 92.5.'],
])("says what to write instead of the rate '%s'", (text, error) => {
  expect(readPercent(text)).toEqual({ error })
})

test('reads percent points with their sign, and no 0', () => {
  expect(['+0.5', '-1', '−1.25', '2'].map(readPoints)).toEqual([50, -100, -125, 200].map((value) => ({ value })))
  expect(readPoints('0')).toEqual({ error: 'Enter a number other than 0.' })
  expect(readPoints('half')).toHaveProperty('error')
})

test('writes values the way they are typed', () => {
  for (const cents of [5_000, 9_999, 123_450]) expect(readDollars(dollarsText(cents))).toEqual({ value: cents })
  for (const bps of [9_200, 9_250, 9_225]) expect(readPercent(percentText(bps))).toEqual({ value: bps })
  expect([50, -100].map(formatPoints)).toEqual(['+0.5 points', '−1 point'])
})
