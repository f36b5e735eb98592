import { expect } from 'vitest'
import { nextStep, paidBeforeStep } from '#shared/next-step.ts'
import type { ReasonCode } from '#shared/reason-code.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { rowOf } from '../testing/test-support/rejected-order.ts'
import { aCounterOffer, anAnswer, aRequest } from '../testing/test-support/requests.ts'
import { changeReviews } from '../testing/test-support/reviews-policy.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { waitsForCustomer, waitsForUs } from './waiting-time.ts'
import { findWaitingTime } from './waiting-time-queries.ts'

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

test('an order is due an hour after its submission, or after what an owner promises', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  expect(await minutesLeft(app, await aSubmission(app, dana))).toBe(60)
  await changeReviews(app, boss, { promiseMinutes: 90 })
  expect(await minutesLeft(app, await aSubmission(app, dana))).toBe(90)
})

test('processing keeps the due time; an approval and a final status end it', async ({ app }) => {
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

test('an undone decision restores the time that was left', async ({ app, customer: dana, staff: boss }) => {
  const submissionId = await aSubmission(app, dana)
  app.clock.advance(55 * MINUTE_MS)
  const { version } = await boss.api.admin.review.approve({ submissionId, undoable: true })
  await boss.api.admin.review.undoStatus({ submissionId, version })
  expect(await minutesLeft(app, submissionId)).toBe(5)
})

test('an order waits for us again when its payout is canceled', async ({ app }) => {
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

test('an order that had more time left keeps it', async ({ app }) => {
  const id = await aSubmission(app, await app.customer())
  app.clock.advance(15 * MINUTE_MS)
  await stop(app, id)
  app.clock.advance(600 * MINUTE_MS)
  await resume(app, id)
  expect(await minutesLeft(app, id)).toBe(45)
})

const words = (text: string) => text.replace(/\s+/g, ' ')

async function rejected(reason: { reasonCode?: 'zero-balance' | 'blurry' | 'sent-before'; reason?: string }) {
  const app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected', ...reason })
  const mail = (await app.mails()).at(-1)
  return { app, submissionId, customer, staff, mail: { ...mail, text: words(mail?.text ?? '') } }
}

test.each(['zero-balance', 'sent-before'] as const)('the mail of %s names the step of its page', async (reasonCode) => {
  const { app, mail } = await rejected({ reasonCode })
  await using _ = app
  const { text } = nextStep('rejected', reasonCode, true)
  expect(mail.text).toContain(`Next step: ${text}`)
  expect(words(mail.html ?? '').replaceAll('&#39;', "'")).toContain(`Next step: ${text}`)
})

test('the step goes by the code and not by own words', async () => {
  const { app, mail } = await rejected({ reasonCode: 'zero-balance', reason: 'The picture is blurry.' })
  await using _ = app
  expect(mail.text).toContain(`Next step: ${nextStep('rejected', 'zero-balance', true).text}`)
})

test('photos are added on the page of the order, which the mail links', async () => {
  const { app, mail, submissionId } = await rejected({ reasonCode: 'blurry' })
  await using _ = app
  expect(mail.text).toContain(
    'Next step: Add new, sharp photos of the physical card with all four corners on the page of your order. Your order',
  )
  expect(mail.text).toContain(`/transactions/${submissionId}`)
})

test('a rejection without a reason says how to get one, and other decisions and withdrawals name no step', async () => {
  const { app, mail, customer, staff } = await rejected({})
  await using _ = app
  const none: ReasonCode = 'none'
  expect(mail.text).toContain(`Next step: ${nextStep('rejected', none, true).text}`)
  const submissionId = await aSubmission(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  expect((await app.mails()).at(-1)?.text).not.toContain('Next step')
  const withdrawn = await aSubmission(app, customer)
  await customer.api.transactions.withdraw({ id: withdrawn })
  expect((await app.mails()).at(-1)).toMatchObject({ subject: expect.stringContaining('You withdrew') })
  expect((await app.mails()).at(-1)?.text).not.toContain('Next step')
})

test('an order that was paid before is closed', async () => {
  const app = await createTestApp()
  await using _ = app
  const [customer, staff] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await staff.api.admin.submissions.setStatus({
    submissionId,
    status: 'rejected',
    reasonCode: 'zero-balance',
    payout: 'sent',
  })
  const mail = (await app.mails()).at(-1)
  expect(words(mail?.text ?? '')).toContain(`Next step: ${paidBeforeStep.text}`)
})

test('the list of a customer says what each order waits for, until it is answered', async ({ app }) => {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const plain = await aSubmission(app, customer)
  const fix = await aRequest(app, customer, staff)
  const offer = await aCounterOffer(app, customer, staff)
  const kinds = async () => {
    const listed = (await app.request('GET', '/api/user/transactions', { as: customer })).json()
    return Object.fromEntries(
      listed.map(({ id, requestKind }: { id: string; requestKind?: string }) => [id, requestKind]),
    )
  }
  expect(await kinds()).toEqual({ [plain]: undefined, [fix.submissionId]: 'fix', [offer.submissionId]: 'offer' })
  expect(await customer.api.transactions.get({ id: offer.submissionId })).toMatchObject({ requestKind: 'offer' })
  await customer.api.requests.answer({ id: fix.id, ...(await anAnswer(app, customer)) })
  await customer.api.requests.decline({ id: offer.id })
  expect(Object.values(await kinds())).toEqual([undefined, undefined, undefined])
})
