import { expect, test } from 'vitest'
import { requestMessages } from '#shared/information-request.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { rowOf } from '../../testing/test-support/rejected-order.ts'
import { aCounterOffer, anAnswer, aRequest } from '../../testing/test-support/requests.ts'
import { changeReviews } from '../../testing/test-support/reviews-policy.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import { closeOverdueRequests, startRequestClock } from './close-overdue-requests.ts'

const MINUTE_MS = 60_000

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

test('rejects an order whose seller has not answered in time, erases its code and mails once', async () => {
  await using app = await createTestApp()
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

test('a request ends at its time, also while the job that closes it is late', async () => {
  await using app = await createTestApp()
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

test('wakes when the earliest request is due, and again after a restart', async () => {
  await using app = await createTestApp()
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

test('reminds the seller once before the end, and not at all of a short request', async () => {
  await using app = await createTestApp()
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
