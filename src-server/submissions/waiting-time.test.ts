import { expect, test } from 'vitest'
import { inServerTransaction } from '../platform/db/database.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { rowOf } from '../testing/test-support/rejected-order.ts'
import { changeReviews } from '../testing/test-support/reviews-policy.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { waitsForCustomer, waitsForUs } from './waiting-time.ts'
import { findWaitingTime } from './waiting-time-queries.ts'

const MINUTE_MS = 60_000

/** Minutes from now until the order is due; null while it does not wait. */
async function minutesLeft(app: TestApp, id: string): Promise<number | null> {
  const { due_at } = await rowOf(app, id)
  return due_at === null ? null : (Date.parse(due_at) - app.clock.now().getTime()) / MINUTE_MS
}

const changeBy = (change: typeof waitsForCustomer | typeof waitsForUs) => (app: TestApp, id: string) =>
  inServerTransaction(app.ctx.db, async (tx) => {
    const order = await findWaitingTime(tx, id)
    if (order) await change(app.ctx, tx, id, order)
  })
const stop = changeBy(waitsForCustomer)
const resume = changeBy(waitsForUs)

test('an order is due an hour after its submission, or after what an owner promises', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  expect(await minutesLeft(app, await aSubmission(app, dana))).toBe(60)
  await changeReviews(app, boss, { promiseMinutes: 90 })
  expect(await minutesLeft(app, await aSubmission(app, dana))).toBe(90)
})

test('processing keeps the due time; an approval and a final status end it', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, dana)
  app.clock.advance(20 * MINUTE_MS)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  expect(await minutesLeft(app, submissionId)).toBe(40)
  await boss.api.admin.review.approve({ submissionId })
  expect(await minutesLeft(app, submissionId)).toBeNull()
  const other = await aSubmission(app, dana)
  await boss.api.admin.submissions.setStatus({ submissionId: other, status: 'rejected', reason: 'Not a card.' })
  expect(await minutesLeft(app, other)).toBeNull()
})

test('an undone decision restores the time that was left', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, dana)
  app.clock.advance(55 * MINUTE_MS)
  const { version } = await boss.api.admin.review.approve({ submissionId, undoable: true })
  await boss.api.admin.review.undoStatus({ submissionId, version })
  expect(await minutesLeft(app, submissionId)).toBe(5)
})

test('an order waits for us again when its payout is canceled', async () => {
  await using app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const submissionId = await aSubmission(app, dana)
  app.clock.advance(55 * MINUTE_MS)
  const { payout } = await boss.api.admin.review.approve({ submissionId })
  await fay.api.payouts.cancel({ id: payout?.id ?? '', version: 1, note: 'Another card was sent.' })
  expect(await minutesLeft(app, submissionId)).toBe(10)
})

test('a question to the customer stops the clock, and their answer starts it with at least 10 minutes', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeReviews(app, boss, { promiseMinutes: 1 })
  const id = await aSubmission(app, dana)
  app.clock.advance(40_000)
  await stop(app, id)
  expect(await rowOf(app, id)).toMatchObject({ due_at: null, overdue_at: null, wait_left_ms: 20_000 })
  app.clock.advance(5 * MINUTE_MS)
  await stop(app, id)
  await resume(app, id)
  await resume(app, id)
  expect(await minutesLeft(app, id)).toBe(10)
})

test('an order that had more time left keeps it', async () => {
  await using app = await createTestApp()
  const id = await aSubmission(app, await app.customer())
  app.clock.advance(15 * MINUTE_MS)
  await stop(app, id)
  app.clock.advance(600 * MINUTE_MS)
  await resume(app, id)
  expect(await minutesLeft(app, id)).toBe(45)
})
