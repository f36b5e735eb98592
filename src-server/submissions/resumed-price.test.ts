import { expect, test } from 'vitest'
import { atRate, publish, termsOf } from '../testing/test-support/published-rates.ts'
import { aRejected, conflict, rowOf } from '../testing/test-support/rejected-order.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

const DAY_MS = 24 * 60 * 60_000

/** A rejected order of a $100 card, and a change of what is paid for its brand. The people stay signed in. */
async function open(app: TestApp) {
  const order = await aRejected(app)
  const customer = await app.alwaysAllowed(order.customer)
  const before = await customer.api.transactions.get({ id: order.id })
  const add = (payoutAmount?: number) => order.add(payoutAmount === undefined ? {} : { payoutAmount }, customer)
  const pass = (ms: number) => app.clock.advance(ms)
  return { ...order, customer, before, add, pass, read: () => customer.api.transactions.get({ id: order.id }) }
}

test('an order that is resumed within 48 hours keeps its price, whatever was published since', async () => {
  await using app = await createTestApp()
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

test('the same rate needs no other payout, also after 48 hours', async () => {
  await using app = await createTestApp()
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
