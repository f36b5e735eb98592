import { expect, test } from 'vitest'
import { appealMessages } from '#shared/appeal.ts'
import { reasonTexts } from '#shared/status-reasons.ts'
import { withdrawalMessages } from '#shared/withdrawal.ts'
import { aClawbackAppeal, appealWords } from '../testing/test-support/appeals.ts'
import { anUpload, aRejectedSubmission, aSubmitInput } from '../testing/test-support/factories.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

const refused = (message: string) => ({ message, cause: { code: 'conflict' } })

test('while an appeal is open its card is not sold again, and its rate is kept afterwards', async () => {
  await using app = await createTestApp()
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

const HOUR_MS = 60 * 60_000

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

test('an order with an open appeal is not withdrawn, even once it is pending again', async () => {
  await using app = await createTestApp()
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
