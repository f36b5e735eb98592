import { expect } from 'vitest'
import { requestMessages } from '#shared/information-request.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aSubmission } from '../testing/test-support/factories.ts'
import { rowOf } from '../testing/test-support/rejected-order.ts'
import { aCheckOf, aCounterOffer, anAnswer, aRequest, openRequestOf } from '../testing/test-support/requests.ts'
import { changeReviews } from '../testing/test-support/reviews-policy.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-support/test-app.ts'
import { closeOverdueRequests, startRequestClock } from './case-clock.ts'

async function requested(app: TestApp, changes: Parameters<typeof changeReviews>[2]) {
  const [customer, owner] = [await app.customer(), await app.staff()]
  await changeReviews(app, owner, changes)
  return { customer, owner, ...(await aRequest(app, customer, owner)) }
}

/** The status of an order after a while. */
async function statusLater(app: TestApp, id: string, ms: number): Promise<string> {
  app.clock.advance(ms)
  return (await rowOf(app, id)).status
}

const subjectsAbout = async (app: TestApp, id: string) =>
  (await app.mails()).map(({ subject }) => subject).filter((subject) => subject.includes(id))

test('rejects an order whose seller has not answered in time, erases its code and mails once', async ({ app }) => {
  const { customer, owner, submissionId, id } = await requested(app, { fixMinutes: 2 })
  app.clock.advance(2 * MINUTE_MS - 1)
  await closeOverdueRequests(app.ctx)
  expect(await rowOf(app, submissionId)).toMatchObject({ status: 'processing' })
  app.clock.advance(1)
  await closeOverdueRequests(app.ctx)
  await closeOverdueRequests(app.ctx)
  const order = await customer.api.transactions.get({ id: submissionId })
  expect(order).toMatchObject({ status: 'rejected', statusReason: systemReasons['not-answered'] })
  expect(order.request).toBeUndefined()
  await expect(owner.api.admin.submissions.reveal({ submissionId, field: 'securityCode' })).rejects.toMatchObject({
    cause: { code: 'not_found' },
  })
  expect((await rowOf(app, submissionId)).card_number_encrypted).not.toBeNull()
  const entries = app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'request.expired')
  expect(await entries.execute()).toMatchObject([{ actor_id: null, object_id: submissionId, detail: '', ip: '' }])
  const closed = (await subjectsAbout(app, submissionId)).filter((subject) => /closed/.test(subject))
  expect(closed).toEqual([`Your Walmart order is closed (${submissionId})`])
  await expect(customer.api.requests.answer({ id, ...(await anAnswer(app, customer)) })).rejects.toMatchObject({
    message: requestMessages.closed,
  })
})

test('a request ends at its time, also while the job that closes it is late', async ({ app }) => {
  const { customer, owner, submissionId, id } = await requested(app, { fixMinutes: 2, offerMinutes: 2 })
  const offer = await aCounterOffer(app, customer, owner)
  const answer = { id, ...(await anAnswer(app, customer)) }
  app.clock.advance(2 * MINUTE_MS)
  const { accept, answer: send, decline } = customer.api.requests
  const late = [
    () => accept({ id: offer.id, payoutAmount: 57.41 }),
    () => decline({ id: offer.id }),
    () => send(answer),
  ]
  for (const call of late)
    await expect(call()).rejects.toMatchObject({ message: requestMessages.closed, cause: { code: 'conflict' } })
  for (const order of [submissionId, offer.submissionId])
    expect(await rowOf(app, order)).toMatchObject({ status: 'processing', request_state: 'requested' })
})

test('a request that was made while the clock was ahead has its whole time once, from when that is noticed', async () => {
  await using app = await createTestApp()
  const start = app.clock.now().getTime()
  app.clock.set(start + 10 * 24 * 60 * MINUTE_MS)
  const { submissionId, customer } = await requested(app, { fixMinutes: 5, remindMinutes: 2 })
  app.clock.set(start)
  const stop = startRequestClock(app.ctx)
  const planned = async () => (await customer.api.transactions.get({ id: submissionId })).request?.dueAt
  await expect.poll(planned).toBe(new Date(start + 5 * MINUTE_MS).toISOString())
  await stop()
  app.clock.advance(3 * MINUTE_MS)
  const stopAgain = startRequestClock(app.ctx)
  const reminder = `We still need something from you (${submissionId})`
  await expect.poll(() => subjectsAbout(app, submissionId)).toContain(reminder)
  await stopAgain()
  app.clock.advance(2 * MINUTE_MS)
  await closeOverdueRequests(app.ctx)
  expect(await rowOf(app, submissionId)).toMatchObject({ status: 'rejected' })
})

test('wakes when the earliest request is due, and again after a restart', async ({ app }) => {
  const { submissionId } = await requested(app, { fixMinutes: 2 })
  const stop = startRequestClock(app.ctx)
  await expect.poll(() => statusLater(app, submissionId, MINUTE_MS)).toBe('rejected')
  await stop()
  const second = await aRequest(app, await app.customer('Tom Okafor'), await app.staff())
  app.clock.advance(2 * MINUTE_MS)
  expect(await rowOf(app, second.submissionId)).toMatchObject({ status: 'processing' })
  const stopAgain = startRequestClock(app.ctx)
  await expect.poll(async () => (await rowOf(app, second.submissionId)).status).toBe('rejected')
  await stopAgain()
})

test('reminds the seller once before the end, and not at all of a short request', async ({ app }) => {
  const { submissionId, customer, owner } = await requested(app, { fixMinutes: 10, remindMinutes: 4 })
  const stop = startRequestClock(app.ctx)
  app.clock.advance(6 * MINUTE_MS)
  await expect
    .poll(() => subjectsAbout(app, submissionId))
    .toContain(`We still need something from you (${submissionId})`)
  await stop()
  app.clock.advance(MINUTE_MS)
  const stopAgain = startRequestClock(app.ctx)
  await changeReviews(app, owner, { fixMinutes: 4 })
  const short = await aRequest(app, customer, owner)
  app.clock.advance(4 * MINUTE_MS)
  await expect.poll(async () => (await rowOf(app, short.submissionId)).status).toBe('rejected')
  await stopAgain()
  const reminders = (subjects: string[]) => subjects.filter((subject) => /still/.test(subject))
  expect(reminders(await subjectsAbout(app, submissionId))).toHaveLength(1)
  expect(reminders(await subjectsAbout(app, short.submissionId))).toHaveLength(0)
})

const notesOf = async ({ ctx }: TestApp) =>
  (await ctx.db.selectFrom('information_requests').select('note_encrypted').orderBy('kind').execute()).map(
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

test('what staff wrote with an offer is erased with the card', async ({ app, customer, staff }) => {
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

test('the lists count what waits for sellers, and what they have answered', async ({ app, customer, staff }) => {
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

test('only the customer of an order answers its request, accepts its offer and declines it', async ({ app }) => {
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

test('an offer that is accepted before its undo has ended is not mailed', async ({ app, customer, staff }) => {
  const submissionId = await aSubmission(app, customer)
  const checkId = await aCheckOf(app, staff, submissionId, 6240)
  await staff.api.admin.requests.offer({ submissionId, version: 1, checkId, undoable: true })
  await customer.api.requests.accept({ id: await openRequestOf(customer, submissionId), payoutAmount: 57.41 })
  const kinds = await app.ctx.db.selectFrom('mail_outbox').select('kind').execute()
  expect(kinds.map(({ kind }) => kind)).not.toContain('offer-made')
})

test('the first price of an order is kept over a second offer', async ({ app, customer, staff }) => {
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

test('nothing is requested or offered for an order whose card is erased', async ({ app, customer, staff }) => {
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
