import { expect, test } from 'vitest'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const HOUR_MS = 60 * 60_000

/** Rejects an order of `customer` as sent before, whose card was in an order of `first` three hours earlier. */
async function sentTwice(app: TestApp, { first, customer, staff }: Record<'first' | 'customer' | 'staff', Person>) {
  app.clock.advance(HOUR_MS)
  const earlier = await aSubmission(app, first, { cardNumber: 'X2MW 9Q4T 6KRD' })
  const at = app.clock.now().toISOString()
  app.clock.advance(3 * HOUR_MS)
  const later = await aSubmission(app, customer, { cardNumber: 'X2MW-9Q4T-6KRD' })
  await staff.api.admin.submissions.setStatus({
    submissionId: later,
    status: 'rejected',
    reasonCode: 'sent-before',
  })
  return { earlier, later, at }
}

test('an order that was sent before names the own earlier order and when we had it', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const { earlier, later, at } = await sentTwice(app, { first: customer, customer, staff })
  const order = await customer.api.transactions.get({ id: later })
  expect(order.sentBefore).toEqual({ at, orderId: earlier })
  expect((await customer.api.transactions.get({ id: earlier })).sentBefore).toBeUndefined()
})

test("of another person's earlier order only the day is returned", async () => {
  await using app = await createTestApp()
  const [first, customer, staff] = [await app.customer('Marcus Webb'), await app.customer(), await app.staff()]
  const { earlier, later, at } = await sentTwice(app, { first, customer, staff })
  const response = await app.request('GET', `/api/user/transactions/${later}`, { as: customer })
  expect(response.json().sentBefore).toEqual({ at: `${at.slice(0, 10)}T12:00:00.000Z` })
  for (const secret of [earlier, at, first.email, first.id, 'Marcus']) expect(response.body).not.toContain(secret)
})

test('the oldest order counts, also when its customer has another one', async () => {
  await using app = await createTestApp()
  const [first, customer, staff] = [await app.customer(), await app.customer(), await app.staff()]
  await aSubmission(app, first, { cardNumber: 'X2MW 9Q4T 6KRD' })
  app.clock.advance(HOUR_MS)
  const { later, earlier } = await sentTwice(app, { first: customer, customer, staff })
  const { sentBefore } = await customer.api.transactions.get({ id: later })
  expect(sentBefore).toEqual({ at: expect.stringMatching(/T12:00:00\.000Z$/) })
  expect(JSON.stringify(sentBefore)).not.toContain(earlier)
})

test('nothing is returned for another reason or without fingerprints', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const { earlier, later } = await sentTwice(app, { first: customer, customer, staff })
  await app.ctx.db.deleteFrom('card_fingerprints').where('submission_id', '=', earlier).execute()
  expect(await customer.api.transactions.get({ id: later })).not.toHaveProperty('sentBefore')
  const other = await aSubmission(app, customer, { cardNumber: 'X2MW 9Q4T 6KRD' })
  await staff.api.admin.submissions.setStatus({ submissionId: other, status: 'rejected', reasonCode: 'blurry' })
  expect(await customer.api.transactions.get({ id: other })).not.toHaveProperty('sentBefore')
})
