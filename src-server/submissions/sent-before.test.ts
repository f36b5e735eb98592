import { expect } from 'vitest'
import { appealMessages } from '#shared/appeal.ts'
import { reasonTexts } from '#shared/status-reasons.ts'
import { withdrawalMessages } from '#shared/withdrawal.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aClawbackAppeal, appealWords } from '../testing/test-support/appeals.ts'
import { anUpload, aRejectedSubmission, aSubmission, aSubmitInput } from '../testing/test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

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

test('an order that was sent before names the own earlier order and when we had it', async ({ app }) => {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const { earlier, later, at } = await sentTwice(app, { first: customer, customer, staff })
  const order = await customer.api.transactions.get({ id: later })
  expect(order.sentBefore).toEqual({ at, orderId: earlier })
  expect((await customer.api.transactions.get({ id: earlier })).sentBefore).toBeUndefined()
})

test("of another person's earlier order only the day is returned", async ({ app }) => {
  const [first, customer, staff] = [await app.customer('Marcus Webb'), await app.customer(), await app.staff()]
  const { earlier, later, at } = await sentTwice(app, { first, customer, staff })
  const response = await app.request('GET', `/api/user/transactions/${later}`, { as: customer })
  expect(response.json().sentBefore).toEqual({ at: `${at.slice(0, 10)}T12:00:00.000Z` })
  for (const secret of [earlier, at, first.email, first.id, 'Marcus']) expect(response.body).not.toContain(secret)
})

test('the oldest order counts, also when its customer has another one', async ({ app }) => {
  const [first, customer, staff] = [await app.customer(), await app.customer(), await app.staff()]
  await aSubmission(app, first, { cardNumber: 'X2MW 9Q4T 6KRD' })
  app.clock.advance(HOUR_MS)
  const { later, earlier } = await sentTwice(app, { first: customer, customer, staff })
  const { sentBefore } = await customer.api.transactions.get({ id: later })
  expect(sentBefore).toEqual({ at: expect.stringMatching(/T12:00:00\.000Z$/) })
  expect(JSON.stringify(sentBefore)).not.toContain(earlier)
})

test('nothing is returned for another reason or without fingerprints', async ({ app, customer, staff }) => {
  const { earlier, later } = await sentTwice(app, { first: customer, customer, staff })
  await app.ctx.db.deleteFrom('card_fingerprints').where('submission_id', '=', earlier).execute()
  expect(await customer.api.transactions.get({ id: later })).not.toHaveProperty('sentBefore')
  const other = await aSubmission(app, customer, { cardNumber: 'X2MW 9Q4T 6KRD' })
  await staff.api.admin.submissions.setStatus({ submissionId: other, status: 'rejected', reasonCode: 'blurry' })
  expect(await customer.api.transactions.get({ id: other })).not.toHaveProperty('sentBefore')
})

const refused = (message: string) => ({ message, cause: { code: 'conflict' } })

test('while an appeal is open its card is not sold again, and its rate is kept afterwards', async ({ app }) => {
  const [dana, rob] = [await app.customer(), await app.staff()]
  const id = await aRejectedSubmission(app, dana, rob, {}, reasonTexts.rejected.blurry)
  const { oldRateUntil } = await dana.api.transactions.get({ id })
  const { quoteId } = await dana.api.exchange.quoteAgain({ id })
  const submit = async () =>
    dana.api.exchange.submit(aSubmitInput({ fileIds: [await anUpload(app, dana)], quoteId, resubmitOf: id }))

  const appealed = await dana.api.appeals.open({ orderId: id, words: appealWords })
  expect(appealed).not.toHaveProperty('oldRateUntil')
  expect(await dana.api.transactions.get({ id })).not.toHaveProperty('oldRateUntil')
  await expect(dana.api.exchange.quoteAgain({ id })).rejects.toMatchObject(refused(appealMessages.waitForAnswer))
  await expect(submit()).rejects.toMatchObject(refused(appealMessages.waitForAnswer))
  expect(
    (await app.request('POST', `/api/user/transactions/${id}/quote-again`, { as: dana, body: {} })).statusCode,
  ).toBe(409)

  expect((await dana.api.appeals.withdraw({ orderId: id })).oldRateUntil).toBe(oldRateUntil)
  expect((await submit()).submissionId).toMatch(/^GCE-/)
})

test.each([
  ['an appeal within the 48 hours adds its own time', 40, 20, 68],
  ['an appeal after the 48 hours adds none', 50, 1, 48],
])('%s to those of the old rate', async (_, opensAfter, lasts, keptHours) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const dana = await app.alwaysAllowed(customer)
  const id = await aRejectedSubmission(app, customer, await app.staff(), {}, reasonTexts.rejected.blurry)
  const decidedAt = app.clock.now().getTime()
  app.clock.advance(opensAfter * HOUR_MS)
  await dana.api.appeals.open({ orderId: id, words: appealWords })
  app.clock.advance(lasts * HOUR_MS)
  const { oldRateUntil } = await dana.api.appeals.withdraw({ orderId: id })
  expect(oldRateUntil && Date.parse(oldRateUntil) - decidedAt).toBe(keptHours * HOUR_MS)
})

test('an order with an open appeal is not withdrawn, even once it is pending again', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const rejected = await aRejectedSubmission(app, dana, boss, {}, reasonTexts.rejected.blurry)
  await dana.api.appeals.open({ orderId: rejected, words: appealWords })
  const { submissionId: clawedBack } = await aClawbackAppeal(app, dana, boss)
  const withdraw = (id: string) => dana.api.transactions.withdraw({ id })
  for (const id of [rejected, clawedBack])
    await expect(withdraw(id)).rejects.toMatchObject(refused(withdrawalMessages.tooLate))
  await boss.api.admin.submissions.setStatus({ submissionId: clawedBack, status: 'pending', payout: 'sent' })
  await expect(withdraw(clawedBack)).rejects.toMatchObject(refused(appealMessages.waitForAnswer))
  expect(await dana.api.transactions.get({ id: clawedBack })).toMatchObject({
    status: 'pending',
    appeal: { state: 'open' },
  })
})
