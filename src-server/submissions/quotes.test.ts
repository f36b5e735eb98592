import { expect, test } from 'vitest'
import { seedCatalogue } from '#shared/catalogue.ts'
import { createTestApp } from '../test-support/test-app.ts'
import { honouredRateBps, makeQuote, type PriceableCard, priceableCard } from './quotes.ts'

const seed = { catalogue: { current: seedCatalogue } }
const MINUTE_MS = 60 * 1000
const apple = seedCatalogue.find('apple')
if (!apple) throw new Error('The catalogue has no Apple card.')
const card: PriceableCard = { brand: apple, valueCents: 100_00, rateBps: 9200 }
/** The same card on a day with a higher rate. */
const higherRate: PriceableCard = { ...card, rateBps: 9300 }

test('returns rate, payout to the cent and expiry', async () => {
  await using app = await createTestApp()
  const response = await app.request('POST', '/api/quote', { body: { cardBrand: 'apple', cardValue: 123.45 } })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    cardValue: 123.45,
    exchangeRate: 0.92,
    payoutAmount: 113.57,
    quoteId: expect.any(String),
    expiresAt: '2026-11-20T12:30:00.000Z',
  })
})

test("honours the quoted rate for 30 minutes, then applies today's rate", async () => {
  await using app = await createTestApp()
  const { quoteId } = makeQuote(app.ctx, higherRate)
  expect(honouredRateBps(app.ctx, card, undefined)).toBe(9200)
  expect(honouredRateBps(app.ctx, card, quoteId)).toBe(9300)
  app.clock.advance(30 * MINUTE_MS - 1)
  expect(honouredRateBps(app.ctx, card, quoteId)).toBe(9300)
  app.clock.advance(1)
  expect(honouredRateBps(app.ctx, card, quoteId)).toBe(9200)
})

test('ignores a quote for another value or another card', async () => {
  await using app = await createTestApp()
  const { quoteId } = makeQuote(app.ctx, higherRate)
  expect(honouredRateBps(app.ctx, { ...card, valueCents: 100_01 }, quoteId)).toBe(9200)
  const target = seedCatalogue.find('target')
  if (!target) throw new Error('The catalogue has no Target card.')
  expect(honouredRateBps(app.ctx, { brand: target, valueCents: 100_00, rateBps: 9100 }, quoteId)).toBe(9100)
})

test('ignores a quote with a forged part', async () => {
  await using app = await createTestApp()
  const { quoteId } = makeQuote(app.ctx, card)
  const parts = quoteId.split('.')
  expect(parts).toHaveLength(6)
  const forged = [
    quoteId.replace('.9200.', '.9900.'),
    parts.with(3, '9900').with(5, '').join('.'),
    parts.with(3, '9900').with(5, Buffer.alloc(32).toString('base64url')).join('.'),
    parts.with(0, 'k9').with(3, '9900').join('.'),
    parts.with(0, '__proto__').with(3, '9900').join('.'),
    `${quoteId}.${parts[5]}`,
    'apple.10000.9900.9999999999999.x',
    '.....',
    '',
  ]
  for (const each of forged) expect(honouredRateBps(app.ctx, card, each)).toBe(9200)
})

test('ignores a quote whose expiry was changed', async () => {
  await using app = await createTestApp()
  const { quoteId } = makeQuote(app.ctx, higherRate)
  const parts = quoteId.split('.')
  const later = parts.with(4, String(Number(parts[4]) + 60 * MINUTE_MS)).join('.')
  app.clock.advance(31 * MINUTE_MS)
  expect(honouredRateBps(app.ctx, card, later)).toBe(9200)
})

test('ignores a quote of another installation', async () => {
  await using app = await createTestApp()
  await using other = await createTestApp()
  expect(honouredRateBps(app.ctx, card, makeQuote(other.ctx, higherRate).quoteId)).toBe(9200)
})

const incomplete = 'Please select a card type and enter a valid amount.'
test.each([
  ['an unknown brand', 'no-such-brand', 100, 'Error', incomplete],
  ['a property of every object', '__proto__', 100, 'Error', incomplete],
  ['nothing', 'apple', 0, 'Error', incomplete],
  ['less than nothing', 'apple', -100, 'Error', incomplete],
  ['a fraction of a cent', 'apple', 100.001, 'Error', incomplete],
  ['more than any card', 'apple', 1e21, 'Error', incomplete],
  ['a cent below the minimum', 'amazon', 24.99, 'Minimum Amount Required', 'The minimum amount for Amazon is $25.'],
  ['a cent above $5,000', 'amazon', 5000.01, 'Maximum Amount Exceeded', 'The maximum amount for Amazon is $5,000.'],
])('rejects a quote for %s with the specified message', (_, cardBrand, cardValue, title, message) => {
  expect(() => priceableCard(seed, { cardBrand, cardValue })).toThrow(
    expect.objectContaining({ code: 'bad_request', message, detail: expect.objectContaining({ title }) }),
  )
})

test('prices the minimum and the maximum value', () => {
  expect(priceableCard(seed, { cardBrand: 'amazon', cardValue: 25 }).valueCents).toBe(25_00)
  expect(priceableCard(seed, { cardBrand: 'amazon', cardValue: 5000 }).valueCents).toBe(5000_00)
})
