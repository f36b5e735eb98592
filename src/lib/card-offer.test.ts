import { expect, test } from 'vitest'
import { seedTerms } from '#shared/brand.ts'
import { seedBrands } from '#shared/brands.ts'
import { createCatalogue } from '#shared/catalogue.ts'
import { cardOffer } from './card-offer.ts'

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
