import { expect, test } from 'vitest'
import { MAX_CARD_VALUE_CENTS } from './brand.ts'
import { seedCatalogue } from './catalogue.ts'
import { livePayoutCents, notBuying, payoutCaption, quoteMessages, quoteProblem, valueHint } from './quote.ts'

const amazon = seedCatalogue.find('amazon')
const bestBuy = seedCatalogue.find('best-buy')

test.each([
  ['no brand', undefined, 10_000],
  ['no amount', amazon, null],
  ['nothing', amazon, 0],
  ['a negative amount', amazon, -100],
] as const)('requires a card and an amount, given %s', (_, brand, cents) => {
  expect(quoteProblem(brand, cents)).toEqual({ title: 'Error', message: quoteMessages.incomplete })
  expect(quoteMessages.incomplete).toBe('Please select a card type and enter a valid amount.')
})

test('reports the minimum of the card', () => {
  expect(quoteProblem(bestBuy, 4999)).toEqual({
    title: 'Minimum Amount Required',
    message: 'The minimum amount for Best Buy is $50.',
  })
})

test('accepts exactly the minimum and exactly the maximum', () => {
  expect(quoteProblem(bestBuy, 5000)).toBeUndefined()
  expect(quoteProblem(bestBuy, MAX_CARD_VALUE_CENTS)).toBeUndefined()
})

test('rejects a cent more than $5,000', () => {
  expect(quoteProblem(amazon, 500_001)?.message).toBe('The maximum amount for Amazon is $5,000.')
})

test('shows the limits of the selected card, and $1 before one is selected', () => {
  expect(valueHint(bestBuy)).toBe('Minimum: $50 | Maximum: $5,000')
  expect(valueHint(undefined)).toBe('Minimum: $1 | Maximum: $5,000')
})

test('has a live payout only for what can be quoted', () => {
  expect(livePayoutCents(amazon, 10_000)).toBe(9300)
  expect(livePayoutCents(amazon, 2499)).toBeUndefined()
  expect(livePayoutCents(amazon, null)).toBeUndefined()
  expect(livePayoutCents(undefined, 10_000)).toBeUndefined()
})

const monday = '2026-11-30T09:00:00.000Z'
const paused = amazon && { ...amazon, state: 'paused' as const }

test.each([
  ['the usual words', {}, 'We are not buying Amazon cards right now.'],
  ['words of the operator', { pauseMessage: 'Our buyer is on holiday.' }, 'Our buyer is on holiday.'],
  [
    'the day it resumes',
    { resumeAt: monday },
    'We are not buying Amazon cards right now. We start again on Monday, November 30.',
  ],
])('says of a paused brand %s', (_, changes, words) => {
  expect(paused && notBuying({ ...paused, ...changes }, 0)).toBe(words)
})

test('a pause ends by itself when it says so, and not otherwise', () => {
  const at = Date.parse(monday)
  expect(paused && notBuying({ ...paused, resumeAt: monday }, at - 1)).toBeDefined()
  expect(paused && notBuying({ ...paused, resumeAt: monday }, at)).toBeUndefined()
  expect(paused && notBuying(paused, at)).toBeDefined()
  expect(amazon && notBuying({ ...amazon, state: 'hidden', resumeAt: monday }, at)).toBeDefined()
})

test('the live payout is at the rate of the band of the value', () => {
  const bands = [
    { fromCents: 2500, toCents: 9999, rateBps: 8900 },
    { fromCents: 10_000, toCents: 500_000, rateBps: 9200 },
  ]
  const brand = amazon && { ...amazon, bands }
  expect([9999, 10_000].map((cents) => livePayoutCents(brand, cents))).toEqual([8899, 9200])
})

test('says from which value on the rate is higher, and only the next such value', () => {
  if (!bestBuy) throw new Error('The catalogue has no Best Buy.')
  const bands = [
    { fromCents: 5_000, toCents: 9_999, rateBps: 8_900 },
    { fromCents: 10_000, toCents: 19_999, rateBps: 8_800 },
    { fromCents: 20_000, toCents: 49_999, rateBps: 9_150 },
    { fromCents: 50_000, toCents: 500_000, rateBps: 9_200 },
  ]
  const captionAt = (cents: number) => payoutCaption({ ...bestBuy, bands }, cents)
  expect(captionAt(9_999)).toBe('From $200.00 the rate is 91.5%.')
  expect(captionAt(20_000)).toBe('From $500.00 the rate is 92.0%.')
  expect(captionAt(50_000)).toBe('cash to you')
  expect(captionAt(4_999)).toBe('Minimum $50')
})
