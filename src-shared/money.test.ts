import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CARD_VALUE_CENTS } from './brand.ts'
import { seedCatalogue } from './catalogue.ts'
import {
  centsFromDollars,
  dollarsFromCents,
  formatCents,
  formatDollars,
  formatRate,
  formatUpTo,
  formatWholeDollars,
  fractionFromBps,
  parseDollars,
  payoutCents,
  roundedCents,
  sumOfDollars,
} from './money.ts'

const { brands } = seedCatalogue

describe('payoutCents', () => {
  const rates = [...new Set(brands.map((brand) => brand.rateBps))]

  test.each(rates)('is exact and rounds half up for every cent up to 5,000 dollars at %i basis points', (rateBps) => {
    const rate = BigInt(rateBps)
    const wrong: number[] = []
    let product = 0n
    for (let cents = 1; cents <= MAX_CARD_VALUE_CENTS; cents++) {
      product += rate
      if (BigInt(payoutCents(cents, rateBps)) !== (product + 5000n) / 10_000n) wrong.push(cents)
    }
    expect(wrong).toEqual([])
  })

  test.each([
    [10_000, 9300, 9300],
    [50, 9300, 47],
    [50, 9299, 46],
    [1, 5000, 1],
    [1, 4999, 0],
    [0, 9300, 0],
  ])('pays for %i cents at %i basis points %i cents', (value, rate, payout) => {
    expect(payoutCents(value, rate)).toBe(payout)
  })

  test('is exact at the largest documented value', () => {
    const value = 899_999_999_999
    expect(BigInt(payoutCents(value, 9999))).toBe((BigInt(value) * 9999n + 5000n) / 10_000n)
  })
})

test('converts every cent up to $5,000 to dollars and back', () => {
  const lost: number[] = []
  for (let cents = 0; cents <= MAX_CARD_VALUE_CENTS; cents++) {
    if (centsFromDollars(dollarsFromCents(cents)) !== cents) lost.push(cents)
  }
  expect(lost).toEqual([])
})

test('takes exactly the dollars that are written with at most 12 digits and 2 decimals', () => {
  const written = fc.tuple(fc.nat(999_999), fc.nat(999_999), fc.nat(9_999), fc.nat(4))
  const amount = written.map(([high, low, part, decimals]) => Number(`${high}${low}.${part}`.slice(0, 13 + decimals)))
  fc.assert(
    fc.property(fc.oneof(amount, fc.double(), fc.double({ min: 0, max: 1e13 })), (dollars) => {
      const [whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(dollars))?.slice(1) ?? []
      const cents = whole === '' ? null : Number(whole + fraction.padEnd(2, '0'))
      expect(centsFromDollars(dollars)).toBe(cents)
    }),
    { numRuns: 20_000, examples: [[999_999_999_999.99], [1e12], [-0], [0.07], [1e-7], [1234567890.12]] },
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e21, 1e-7, 0.001, 10.005])('rejects %d dollars', (dollars) => {
  expect(centsFromDollars(dollars)).toBeNull()
})

test.each([
  ['100', 10_000],
  [' 100 ', 10_000],
  ['$100', 10_000],
  ['$ 1,234.50', 123_450],
  ['1,234,567.8', 123_456_780],
  ['0.07', 7],
  ['.5', 50],
  ['5.', 500],
  ['19.57', 1957],
  ['0', 0],
  ['１００', 10_000],
  ['＄１，２３４．５０', 123_450],
  ['١٠٠', 10_000],
  ['५०.५', 5050],
  ['\u202d$100\u202c', 10_000],
])('parses %j as %i cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents)
})

test.each([
  '',
  ' ',
  '$',
  '.',
  'abc',
  '-5',
  '1e3',
  '1.234',
  '12,50',
  '1,23',
  '1,0000',
  '1.2.3',
  '10 50',
  '10²',
  '½',
  '①⑩',
  '一百',
  '١٠٠٫٥',
  '5%',
])('rejects the amount %j', (text) => {
  expect(parseDollars(text)).toBeNull()
})

test.each([
  [0, '$0.00'],
  [7, '$0.07'],
  [99, '$0.99'],
  [123_450, '$1,234.50'],
  [123_456_789, '$1,234,567.89'],
  [-2550, '-$25.50'],
])('formats %i cents as %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text)
})

test('formats dollar amounts of the API to the cent', () => {
  expect([formatDollars(19.57), formatDollars(92), formatDollars(0.29)]).toEqual(['$19.57', '$92.00', '$0.29'])
})

test('adds dollar amounts to the cent, where fractions would not', () => {
  expect([0.1 + 0.2, sumOfDollars([0.1, 0.2])]).toEqual([0.30000000000000004, 0.3])
  expect(sumOfDollars([80.1, -92.35, 1.1])).toBe(-11.15)
  expect([sumOfDollars([]), roundedCents(1.15), roundedCents(-1.15)]).toEqual([0, 115, -115])
})

test('omits the cents of whole limits only', () => {
  expect([2500, 500_000, 2550].map(formatWholeDollars)).toEqual(['$25', '$5,000', '$25.50'])
})

test('shows rates with one decimal and rounds offers down', () => {
  expect([0.92, 0.885, 0.93].map(formatRate)).toEqual(['92.0%', '88.5%', '93.0%'])
  expect([9200, 8850, 8999].map(formatUpTo)).toEqual(['Up to 92%', 'Up to 88.5%', 'Up to 89.9%'])
})

test('sends every rate of the catalogue as an exact fraction', () => {
  for (const { rateBps } of brands) expect(fractionFromBps(rateBps)).toBe(Number(`0.${rateBps}`))
})
