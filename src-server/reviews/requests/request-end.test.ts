import { expect, test } from 'vitest'
import { requestMessages } from '#shared/information-request.ts'
import { anUpload, aSubmission } from '../../testing/test-support/factories.ts'
import { rowOf } from '../../testing/test-support/rejected-order.ts'
import { aCheckOf, aCounterOffer, anAnswer, aRequest, openRequestOf } from '../../testing/test-support/requests.ts'
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

test('only the customer of an order answers its request, accepts its offer and declines it', async () => {
  await using app = await createTestApp()
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const [request, offer] = [await aRequest(app, customer, staff), await aCounterOffer(app, customer, staff)]
  const answer = { id: request.id, ...(await anAnswer(app, other)) }
  const { requests } = other.api
  const calls = [
    () => requests.answer(answer),
    () => requests.accept({ id: offer.id, payoutAmount: 57.41 }),
    () => requests.decline({ id: offer.id }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ cause: { code: 'not_found' } })
  for (const { submissionId } of [request, offer])
    expect(await rowOf(app, submissionId)).toMatchObject({ version: 2, request_state: 'requested' })
})

test('an offer that is accepted before its undo has ended is not mailed', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  const checkId = await aCheckOf(app, staff, submissionId, 6240)
  await staff.api.admin.requests.offer({ submissionId, version: 1, checkId, undoable: true })
  await customer.api.requests.accept({ id: await openRequestOf(customer, submissionId), payoutAmount: 57.41 })
  const kinds = await app.ctx.db.selectFrom('mail_outbox').select('kind').execute()
  expect(kinds.map(({ kind }) => kind)).not.toContain('offer-made')
})

test('the first price of an order is kept over a second offer', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const { submissionId, id } = await aCounterOffer(app, customer, staff)
  await customer.api.requests.accept({ id, payoutAmount: 57.41 })
  const checkId = await aCheckOf(app, staff, submissionId, 5000)
  await staff.api.admin.requests.offer({ submissionId, version: 3, checkId })
  const second = { id: await openRequestOf(customer, submissionId), payoutAmount: 46 }
  expect(await customer.api.requests.accept(second)).toMatchObject({
    ...{ cardValue: 50, payoutAmount: 46, quotedCardValue: 100, quotedPayoutAmount: 92 },
  })
  expect(await rowOf(app, submissionId)).toMatchObject({ quoted_rate_bps: 9200 })
})

test('nothing is requested or offered for an order whose card is erased', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const visa = { cardBrand: 'visa', cardNumber: '4111 1111 1111 1111', securityCode: '123', expiringDate: '11/30' }
  const fileIds = [await anUpload(app, customer), await anUpload(app, customer, 'back.png')]
  const submissionId = await aSubmission(app, customer, { ...visa, fileIds })
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected' })
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'pending' })
  const { version } = await rowOf(app, submissionId)
  const checkId = await aCheckOf(app, staff, submissionId, 6240)
  const { make, offer } = staff.api.admin.requests
  for (const call of [
    () => make({ submissionId, version, wants: ['back'] }),
    () => offer({ submissionId, version, checkId }),
  ])
    await expect(call()).rejects.toMatchObject({
      message: requestMessages.erased,
      cause: { code: 'unprocessable' },
    })
  expect(await rowOf(app, submissionId)).toMatchObject({ version, request_state: null })
})
