import { expect } from 'vitest'
import { seedCatalogue } from '#shared/catalogue.ts'
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { atRate, publish, termsOf } from '../testing/test-support/published-rates.ts'
import { aRejected, conflict, rowOf } from '../testing/test-support/rejected-order.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { makeQuote, priceAt, submittedPrice } from './quotes.ts'

const card = { cardBrand: 'apple', cardValue: 100 }
const now = Date.UTC(2026, 0)

/** The rate of the card in a submission with this quote. */
async function rateOf({ ctx }: TestApp, quoteId: string | undefined, input = card): Promise<number> {
  return (await submittedPrice(ctx, { ...input, quoteId })).rateBps
}

/** A quote at 92% for the card, for which an operator then publishes 91%. */
async function aFormerQuote(app: TestApp): Promise<string> {
  const { quoteId } = makeQuote(app.ctx, card)
  await publish(app, await app.staff(), atRate(app, 'apple', 9100))
  return quoteId
}

test('returns rate, payout to the cent, expiry and the version of the catalogue', async ({ app }) => {
  const response = await app.request('POST', '/api/quote', { body: { cardBrand: 'apple', cardValue: 123.45 } })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    cardValue: 123.45,
    exchangeRate: 0.92,
    payoutAmount: 113.57,
    quoteId: expect.any(String),
    expiresAt: '2026-11-20T12:30:00.000Z',
    catalogueVersion: 1,
  })
})

test('honours the quoted rate for 30 minutes and 60 seconds, then answers with a quote at the new rate', async () => {
  await using app = await createTestApp()
  const quoteId = await aFormerQuote(app)
  expect(await rateOf(app, undefined)).toBe(9100)
  expect(await rateOf(app, quoteId)).toBe(9200)
  app.clock.advance(31 * MINUTE_MS - 1)
  expect(await rateOf(app, quoteId)).toBe(9200)
  app.clock.advance(1)
  await expect(rateOf(app, quoteId)).rejects.toMatchObject({
    code: 'conflict',
    detail: { quote: { payoutAmount: 91, catalogueVersion: 2 } },
  })
})

test("applies today's rate after a quote has expired that promised the same", async ({ app }) => {
  const { quoteId } = makeQuote(app.ctx, card)
  app.clock.advance(31 * MINUTE_MS)
  expect(await rateOf(app, quoteId)).toBe(9200)
})

test('ignores a quote for another value or another card', async ({ app }) => {
  const quoteId = await aFormerQuote(app)
  expect(await rateOf(app, quoteId, { ...card, cardValue: 100.01 })).toBe(9100)
  expect(await rateOf(app, quoteId, { ...card, cardBrand: 'best-buy' })).toBe(9000)
})

test('ignores a quote with a forged part', async ({ app }) => {
  const { quoteId } = makeQuote(app.ctx, card)
  const parts = quoteId.split('.')
  expect(parts).toHaveLength(7)
  const forged = [
    quoteId.replace('.9200.', '.9900.'),
    parts.with(3, '9900').with(6, '').join('.'),
    parts.with(3, '9900').with(6, Buffer.alloc(32).toString('base64url')).join('.'),
    parts.with(5, '2').join('.'),
    parts.toSpliced(5, 1).join('.'),
    parts.with(0, 'k9').with(3, '9900').join('.'),
    parts.with(0, '__proto__').with(3, '9900').join('.'),
    `${quoteId}.${parts[6]}`,
    'apple.10000.9900.9999999999999.x',
    '.....',
    '',
  ]
  await publish(app, await app.staff(), atRate(app, 'apple', 9100))
  for (const each of forged) expect(await rateOf(app, each), each).toBe(9100)
})

test('ignores a quote whose expiry was changed', async ({ app }) => {
  const parts = (await aFormerQuote(app)).split('.')
  const later = parts.with(4, String(Number(parts[4]) + 60 * MINUTE_MS)).join('.')
  app.clock.advance(31 * MINUTE_MS)
  expect(await rateOf(app, later)).toBe(9100)
})

test('ignores a quote of another installation', async ({ app }) => {
  await using other = await createTestApp()
  await publish(app, await app.staff(), atRate(app, 'apple', 9100))
  expect(await rateOf(app, makeQuote(other.ctx, card).quoteId)).toBe(9100)
})

test('honours a quote of a release without versions until it ends', async () => {
  await using app = await createTestApp({ DATA_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` })
  const quoteId = 'k1.apple.10000.9300.1795177800000.2QltIXJBwvYo2dj5nX4zNlCY4BfBr-M_98KId6ycNu8'
  expect(await submittedPrice(app.ctx, { ...card, quoteId })).toMatchObject({
    rateBps: 9300,
    catalogueVersion: null,
  })
  app.clock.advance(31 * MINUTE_MS)
  await expect(rateOf(app, quoteId)).rejects.toMatchObject({ code: 'conflict' })
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
  expect(() => priceAt(now, seedCatalogue, { cardBrand, cardValue })).toThrow(
    expect.objectContaining({ code: 'bad_request', message, detail: expect.objectContaining({ title }) }),
  )
})

test('prices the minimum and the maximum value', () => {
  expect(priceAt(now, seedCatalogue, { cardBrand: 'amazon', cardValue: 25 }).valueCents).toBe(25_00)
  expect(priceAt(now, seedCatalogue, { cardBrand: 'amazon', cardValue: 5000 }).valueCents).toBe(5000_00)
})

/** A rejected order of a $100 card, and a change of what is paid for its brand. The people stay signed in. */
async function open(app: TestApp) {
  const order = await aRejected(app)
  const customer = await app.alwaysAllowed(order.customer)
  const before = await customer.api.transactions.get({ id: order.id })
  const add = (payoutAmount?: number) => order.add(payoutAmount === undefined ? {} : { payoutAmount }, customer)
  const pass = (ms: number) => app.clock.advance(ms)
  return { ...order, customer, before, add, pass, read: () => customer.api.transactions.get({ id: order.id }) }
}

test('an order that is resumed within 48 hours keeps its price, whatever was published since', async ({ app }) => {
  const { staff, before, add, pass, read } = await open(app)
  await publish(app, staff, atRate(app, 'walmart', 5000))
  pass(2 * DAY_MS - 1)
  expect(await read()).not.toHaveProperty('resumedPrice')
  expect(await add()).toMatchObject({ status: 'pending', payoutAmount: before.payoutAmount })
})

test.each([
  ['lower', 5000, 50],
  ['higher', 9900, 99],
])('a %s rate of today applies after 48 hours, and the customer has to name it', async (_, rateBps, payout) => {
  await using app = await createTestApp()
  const { staff, id, before, add, pass, read } = await open(app)
  const version = await publish(app, staff, atRate(app, 'walmart', rateBps))
  pass(2 * DAY_MS)
  expect((await read()).resumedPrice).toEqual({ payoutAmount: payout, exchangeRate: rateBps / 10_000 })
  const today = { ...conflict, message: `The payout of this order is $${payout}.00 today. Look at it first.` }
  await expect(add()).rejects.toMatchObject(today)
  await expect(add(before.payoutAmount)).rejects.toMatchObject(today)
  expect(await read()).toMatchObject({ status: 'rejected', payoutAmount: before.payoutAmount })
  const resumed = await add(payout)
  expect(resumed).toMatchObject({ status: 'pending', payoutAmount: payout, exchangeRate: rateBps / 10_000 })
  expect(resumed).not.toHaveProperty('resumedPrice')
  expect(await rowOf(app, id)).toMatchObject({
    rate_bps: rateBps,
    payout_cents: payout * 100,
    catalogue_version: version,
  })
})

test('the same rate needs no other payout, also after 48 hours', async ({ app }) => {
  const { before, add, pass, read } = await open(app)
  pass(20 * DAY_MS)
  expect(await read()).not.toHaveProperty('resumedPrice')
  expect(await add()).toMatchObject({ status: 'pending', payoutAmount: before.payoutAmount })
})

test.each([
  ['hidden', { state: 'hidden' }, 'We are not buying Walmart cards of $100.00 right now.'],
  ['paused', { state: 'paused', pauseMessage: 'Walmart takes a break.' }, 'Walmart takes a break.'],
  ['bought from another value on', { minCents: 20_000 }, 'We are not buying Walmart cards of $100.00 right now.'],
] as const)('a card whose brand is %s is not resumed after 48 hours', async (_, changes, refusal) => {
  await using app = await createTestApp()
  const { staff, id, add, pass, read } = await open(app)
  const terms = { ...termsOf(app, 'walmart'), ...changes }
  const bands = terms.bands.map((band) => ({ ...band, fromCents: Math.max(band.fromCents, terms.minCents) }))
  await publish(app, staff, { ...terms, bands })
  pass(2 * DAY_MS)
  expect((await read()).resumedPrice).toEqual({ refusal })
  await expect(add()).rejects.toMatchObject({ ...conflict, message: refusal })
  expect(await rowOf(app, id)).toMatchObject({ status: 'rejected', version: 2 })
})
