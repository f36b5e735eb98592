import { expect, test } from 'vitest'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { rowOf } from '../../testing/test-support/rejected-order.ts'
import { aCounterOffer, anAnswer, aRequest } from '../../testing/test-support/requests.ts'
import { changeReviews } from '../../testing/test-support/reviews-policy.ts'
import { createTestApp, customerPassword, type TestApp } from '../../testing/test-support/test-app.ts'

const MINUTE_MS = 60_000

const notesOf = async ({ ctx }: TestApp) =>
  (await ctx.db.selectFrom('information_requests').select('note_encrypted').execute()).map(
    ({ note_encrypted }) => note_encrypted !== null,
  )

test('an account is not deleted while a request is open; afterwards nothing that staff wrote is left', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const { submissionId } = await aRequest(app, customer, staff)
  const remove = () => customer.api.account.deleteAccount({ password: customerPassword })
  await expect(remove()).rejects.toMatchObject({ cause: { code: 'conflict' } })
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected' })
  expect(await notesOf(app)).toEqual([true])
  await remove()
  expect(await notesOf(app)).toEqual([false])
})

test('what staff wrote with an offer is erased with the card', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const first = await aRequest(app, customer, staff, { cardBrand: 'apple' })
  await staff.api.admin.requests.withdraw({ submissionId: first.submissionId })
  const { id } = await aCounterOffer(app, customer, staff)
  await customer.api.requests.decline({ id })
  expect(await notesOf(app)).toEqual([true, false])
})

test('a request stops the time in which we decide, and its answer goes on with at least 10 minutes', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  await changeReviews(app, staff, { promiseMinutes: 1 })
  const submissionId = await aSubmission(app, customer)
  app.clock.advance(40_000)
  await staff.api.admin.requests.make({ submissionId, version: 1, wants: ['back', 'code'] })
  expect(await rowOf(app, submissionId)).toMatchObject({ due_at: null, wait_left_ms: 20_000 })
  app.clock.advance(5 * MINUTE_MS)
  const { request } = await customer.api.transactions.get({ id: submissionId })
  await customer.api.requests.answer({ id: request?.id ?? '', ...(await anAnswer(app, customer)) })
  const dueAt = new Date(app.clock.now().getTime() + 10 * MINUTE_MS).toISOString()
  expect(await rowOf(app, submissionId)).toMatchObject({ due_at: dueAt })
})

test('the lists count what waits for sellers, and what they have answered', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const { submissionId, id } = await aRequest(app, customer, staff)
  const counts = async () =>
    Object.fromEntries((await staff.api.admin.submissions.lists()).map(({ name, count }) => [name, count]))
  expect(await counts()).toMatchObject({ requested: 1, answered: 0 })
  const listed = (list: 'requested' | 'answered') => staff.api.admin.submissions.list({ list })
  expect((await listed('requested')).data).toMatchObject([{ id: submissionId }])
  await customer.api.requests.answer({ id, ...(await anAnswer(app, customer)) })
  expect(await counts()).toMatchObject({ requested: 0, answered: 1 })
  expect((await listed('answered')).data).toMatchObject([{ id: submissionId }])
})
