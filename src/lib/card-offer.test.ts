import { expect, test } from 'vitest'
import { seedTerms } from '#shared/brand.ts'
import { seedBrands } from '#shared/brands.ts'
import { createCatalogue, seedCatalogue } from '#shared/catalogue.ts'
import { cardOffer } from './card-offer.ts'
import { parseHeldQuote } from './held-quote.ts'

function apple(change: Partial<ReturnType<typeof seedTerms>>) {
  const seed = seedBrands.find(({ slug }) => slug === 'apple')
  const brand = seed && createCatalogue(2, [{ ...seedTerms(seed), ...change }]).find('apple')
  if (!brand) throw new Error('The catalogue has no Apple.')
  return brand
}

const bands = [
  { fromCents: 5_000, toCents: 9_999, rateBps: 8_900 },
  { fromCents: 10_000, toCents: 500_000, rateBps: 9_150 },
]

test('uses the rate of the typed value, and the highest rate while none is typed', () => {
  const brand = apple({ bands })
  expect(cardOffer(brand, 9_999)).toMatchObject({ payout: 8_899, rateBps: 8_900 })
  expect(cardOffer(brand, 10_000)).toMatchObject({ payout: 9_150, rateBps: 9_150, caption: 'cash to you' })
  expect(cardOffer(brand, null)).toMatchObject({ payout: undefined, rateBps: 9_150 })
  expect(cardOffer(undefined, 10_000)).toMatchObject({ payout: undefined, rateBps: undefined })
})

test('has no price and the words of the shop for a brand that is not bought', () => {
  const paused = apple({ state: 'paused', pauseMessage: 'We start again on Monday.' })
  const nothing = { payout: undefined, rateBps: undefined, caption: 'Not buying right now' }
  expect(cardOffer(paused, 10_000)).toEqual({ ...nothing, refusal: 'We start again on Monday.' })
  const words = 'We are not buying Apple cards right now.'
  expect(cardOffer(apple({ state: 'hidden' }), 10_000)).toEqual({ ...nothing, refusal: words })
})

test('has a price again once the pause has ended', () => {
  const until = (offsetMs: number) =>
    apple({ state: 'paused', resumeAt: new Date(Date.now() + offsetMs).toISOString() })
  expect(cardOffer(until(60_000), 10_000).payout).toBeUndefined()
  expect(cardOffer(until(-1), 10_000).payout).toBe(9_200)
})

const now = 1_700_000_000_000
const quote = {
  cardValue: 250.5,
  exchangeRate: 0.9,
  payoutAmount: 225.45,
  quoteId: 'signed',
  catalogueVersion: 1,
  expiresAt: new Date(now + 60_000).toISOString(),
}
const stored = { brandSlug: 'steam', quote }

test('restores a stored quote with its brand', () => {
  expect(parseHeldQuote(JSON.parse(JSON.stringify(stored)), now)).toEqual({ brand: seedCatalogue.find('steam'), quote })
})

test('ignores an expired quote', () => {
  expect(parseHeldQuote(stored, now + 59_999)).toBeDefined()
  expect(parseHeldQuote(stored, now + 60_000)).toBeUndefined()
})

test('ignores malformed data', () => {
  for (const junk of [
    null,
    'x',
    {},
    { ...stored, brandSlug: 'no-such-brand' },
    { ...stored, quote: null },
    { ...stored, quote: { ...quote, payoutAmount: '225.45' } },
    { ...stored, quote: { ...quote, expiresAt: 'soon' } },
    { ...stored, quote: { ...quote, quoteId: undefined } },
  ])
    expect(parseHeldQuote(junk, now)).toBeUndefined()
})
