import { expect } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import {
  anUpload,
  aPhoto,
  aRejectedSubmission,
  aSubmission,
  aSubmitInput,
  multipart,
  submitFields,
} from '../testing/test-support/factories.ts'
import { atRate, inTwoBands, publish, termsOf } from '../testing/test-support/published-rates.ts'
import { rowOf } from '../testing/test-support/rejected-order.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

const blurry = 'The photo is too blurry or dark to read. Take a new one in good light.'
const zeroBalance =
  'This card is used and has a zero balance. Check the balance with the brand and sell us a card that has money on it.'
const unreachable =
  'The brand could not be reached to check the balance. Your card is untouched, please sell it again tomorrow.'
const today = { quote: { exchangeRate: 0.85, cardValue: 100, payoutAmount: 85 } }

type Changes = Partial<Parameters<typeof aSubmitInput>[0]>

/** An Apple order of $100.00 at 92 % that is rejected as blurry, after which its brand is bought at 85 %. */
async function open(app: TestApp, { reason = blurry, ...changes }: Changes & { reason?: string } = {}) {
  const customer = await app.alwaysAllowed(await app.customer())
  const staff = await app.alwaysAllowed(await app.staff())
  const id = await aRejectedSubmission(app, customer, staff, changes, reason)
  await publish(app, staff, atRate(app, 'apple', 8500))
  const again = (cardValue?: number, of = id) =>
    customer.api.exchange.quoteAgain({ id: of, ...(cardValue !== undefined && { cardValue }) })
  const submit = async (more: Changes) =>
    customer.api.exchange.submit(aSubmitInput({ fileIds: [await anUpload(app, customer)], ...more }))
  const sell = async (of = id) => {
    const { expiresAt: _, catalogueVersion: __, ...quoted } = await again(undefined, of)
    return (await submit(quoted)).submissionId
  }
  const reject = (submissionId: string) =>
    staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason: blurry })
  const read = () => customer.api.transactions.get({ id })
  return { customer, staff, id, again, submit, sell, reject, read }
}

const refused = (detail = {}) => ({ cause: { code: 'conflict', detail } })

test('a rejected card is sold again at the rate of its order, and reviewers read after which one', async ({ app }) => {
  const { staff, id, again, sell, read } = await open(app)
  expect((await read()).oldRateUntil).toBe(new Date(app.clock.now().getTime() + 48 * HOUR_MS).toISOString())
  app.clock.advance(48 * HOUR_MS - 1)
  expect(await again()).toMatchObject({ cardValue: 100, exchangeRate: 0.92, payoutAmount: 92, resubmitOf: id })
  const submissionId = await sell()
  expect(await rowOf(app, submissionId)).toMatchObject({
    rate_bps: 9200,
    payout_cents: 9200,
    catalogue_version: 1,
    resubmit_of: id,
    first_order_id: id,
  })
  const review = await staff.api.admin.review.get({ submissionId })
  expect(review.sentAgainAfter).toEqual({ submissionId: id, reasonCode: 'blurry' })
  expect(review.flags).toMatchObject([{ kind: 'same-card', submissionId: id, ownTry: 'first' }])
  expect(await staff.api.admin.review.flags({ submissionIds: [submissionId, id] })).toEqual([])
})

test('the same card in an order of another customer is still a warning', async ({ app }) => {
  const { staff, id, sell } = await open(app)
  const foreign = await aSubmission(app, await app.customer(), { paymentDetails: '$marcus' })
  const submissionId = await sell()
  const { flags } = await staff.api.admin.review.get({ submissionId })
  expect(flags.map((flag) => [flag.submissionId, flag.ownTry])).toEqual(
    expect.arrayContaining([
      [foreign, undefined],
      [id, 'first'],
    ]),
  )
  expect(await staff.api.admin.review.flags({ submissionIds: [submissionId] })).toEqual([
    { submissionId, kinds: ['same-card'] },
  ])
})

test('a lower value has the same rate, a higher one the price of today', async ({ app }) => {
  const { again } = await open(app)
  expect(await again(62.4)).toMatchObject({ cardValue: 62.4, exchangeRate: 0.92, payoutAmount: 57.41 })
  const price = { quote: { exchangeRate: 0.85, cardValue: 100.01 } }
  await expect(again(100.01)).rejects.toMatchObject({
    ...refused(price),
    message: 'We keep the rate of this order for at most $100.00. This is the price of today.',
  })
  await expect(again(1)).rejects.toMatchObject({ cause: { code: 'bad_request', detail: { field: 'cardValue' } } })
  await expect(again(50.001)).rejects.toMatchObject({ cause: { code: 'bad_request' } })
})

test('a lower value has at most the rate of its band when the order was sent', async ({ app, customer, staff }) => {
  await publish(app, staff, inTwoBands(app, 'apple'))
  const id = await aRejectedSubmission(app, customer, staff, { cardValue: 200, payoutAmount: 184 }, blurry)
  await publish(app, staff, atRate(app, 'apple', 8000))
  const { quoteId, ...quote } = await customer.api.exchange.quoteAgain({ id, cardValue: 100 })
  expect(quote).toMatchObject({ exchangeRate: 0.85, payoutAmount: 85 })
  const fileIds = [await anUpload(app, customer)]
  const price = { cardValue: 100, exchangeRate: 0.85, payoutAmount: 85, quoteId, resubmitOf: id }
  const { submissionId } = await customer.api.exchange.submit(aSubmitInput({ fileIds, ...price }))
  expect(await rowOf(app, submissionId)).toMatchObject({ rate_bps: 8500, payout_cents: 8500, catalogue_version: 2 })
})

test('after 48 hours the price of today applies, and reviewers still read after which order', async ({ app }) => {
  const { staff, id, again, submit } = await open(app)
  app.clock.advance(48 * HOUR_MS)
  await expect(again()).rejects.toMatchObject(refused(today))
  const { submissionId } = await submit({ exchangeRate: 0.85, payoutAmount: 85, resubmitOf: id })
  expect(await rowOf(app, submissionId)).toMatchObject({ rate_bps: 8500, resubmit_of: id })
  const review = await staff.api.admin.review.get({ submissionId })
  expect(review.sentAgainAfter).toEqual({ submissionId: id, reasonCode: 'blurry' })
})

test('a quote at the old rate applies while the rate is kept, and until it ends', async ({ app }) => {
  const { id, again, submit } = await open(app)
  const quotes = [await again()]
  app.clock.advance(47 * HOUR_MS)
  const quoted = ({ quoteId }: { quoteId: string }) =>
    submit({ quoteId, exchangeRate: 0.92, payoutAmount: 92, resubmitOf: id })
  for (const quote of quotes) await quoted(quote)
  app.clock.advance(HOUR_MS - MINUTE_MS)
  const last = await again()
  app.clock.advance(29 * MINUTE_MS)
  await quoted(last)
  app.clock.advance(3 * MINUTE_MS)
  await expect(quoted(last)).rejects.toMatchObject(refused(today))
})

test('a quote at the old rate is of no use for another order', async ({ app }) => {
  const { again, submit, customer, staff } = await open(app)
  const { quoteId } = await again()
  const quoted = { quoteId, exchangeRate: 0.92, payoutAmount: 92 }
  await expect(submit(quoted)).rejects.toMatchObject(refused(today))
  const other = await aRejectedSubmission(app, customer, staff, { cardNumber: 'X1' }, blurry)
  await expect(submit({ ...quoted, resubmitOf: other })).rejects.toMatchObject(refused(today))
})

test.each([
  ['rejected for what cannot be mended', zeroBalance],
  ['rejected for own words', 'The cashier took it back.'],
  [
    'rejected as of another brand',
    'The brand chosen is not the brand of the card. Start again and choose the brand printed on the card.',
  ],
])('the card of an order that is %s is not sent again', async (_, reason) => {
  await using app = await createTestApp()
  const { id, again, submit, read } = await open(app, { reason })
  await expect(again()).rejects.toMatchObject(refused())
  await expect(submit({ resubmitOf: id })).rejects.toMatchObject(refused())
  expect(await read()).not.toHaveProperty('oldRateUntil')
})

test('the card of an order that failed because the brand was unreachable is sold again at its rate', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'failed', reason: unreachable })
  await publish(app, staff, atRate(app, 'apple', 8500))
  expect(await customer.api.exchange.quoteAgain({ id: submissionId })).toMatchObject({ exchangeRate: 0.92 })
})

test('the card of a pending order, of one that can still be undone, and of another customer is not sent again', async () => {
  await using app = await createTestApp()
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const id = await aSubmission(app, customer)
  await expect(customer.api.exchange.quoteAgain({ id })).rejects.toMatchObject(refused())
  const rejection = { submissionId: id, status: 'rejected', reason: blurry, undoable: true } as const
  await staff.api.admin.submissions.setStatus(rejection)
  await expect(customer.api.exchange.quoteAgain({ id })).rejects.toMatchObject(refused())
  app.clock.advance(8_000)
  expect(await customer.api.exchange.quoteAgain({ id })).toMatchObject({ payoutAmount: 92 })
  await expect(other.api.exchange.quoteAgain({ id })).rejects.toMatchObject({ cause: { code: 'not_found' } })
  const input = aSubmitInput({ fileIds: [await anUpload(app, other)], resubmitOf: id })
  await expect(other.api.exchange.submit(input)).rejects.toMatchObject({ cause: { code: 'not_found' } })
})

test('a card is sent again three times, counted from its first order', async ({ app }) => {
  const { staff, id, again, sell, submit, reject, read } = await open(app)
  const second = await sell()
  await reject(second)
  const third = await sell(second)
  expect(await rowOf(app, third)).toMatchObject({ rate_bps: 9200, resubmit_of: second, first_order_id: id })
  const { flags } = await staff.api.admin.review.get({ submissionId: second })
  expect(flags.map(({ submissionId, ownTry }) => [submissionId, ownTry]).sort()).toEqual(
    [
      [id, 'first'],
      [third, 'later'],
    ].sort(),
  )
  await sell()
  await expect(again()).rejects.toMatchObject({
    ...refused(),
    message: 'We have had this card 4 times. Contact support about it.',
  })
  await reject(third)
  await expect(again(undefined, third)).rejects.toMatchObject(refused())
  await expect(submit({ resubmitOf: third })).rejects.toMatchObject(refused())
  expect(await read()).not.toHaveProperty('oldRateUntil')
})

test('a paused brand is bought again at the kept rate; a card of another brand is another order', async ({ app }) => {
  const { id, staff, sell, submit } = await open(app)
  await publish(app, staff, { ...termsOf(app, 'apple'), state: 'paused' })
  expect(await rowOf(app, await sell())).toMatchObject({ rate_bps: 9200 })
  await expect(submit({ cardBrand: 'steam', resubmitOf: id })).rejects.toMatchObject(refused())
})

test('over REST, the answer is a quote that the form sends back', async ({ app }) => {
  const { customer, id } = await open(app)
  const url = `/api/user/transactions/${id}/quote-again`
  const answer = await app.request('POST', url, { as: customer, body: {} })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ exchangeRate: 0.92, payoutAmount: 92, resubmitOf: id })
  const { quoteId } = answer.json()
  const form = multipart({ ...submitFields(), quoteId, payoutAmount: '92', resubmitOf: id }, [
    { name: 'front.png', bytes: aPhoto() },
  ])
  const sent = await app.request('POST', '/api/submit', { as: customer, ...form })
  expect(sent.statusCode).toBe(200)
  expect(await rowOf(app, sent.json().submissionId)).toMatchObject({ rate_bps: 9200, resubmit_of: id })
  const tooHigh = await app.request('POST', url, { as: customer, body: { cardValue: 100.01 } })
  expect(tooHigh.statusCode).toBe(409)
  expect(tooHigh.json()).toMatchObject({ quote: { exchangeRate: 0.85 } })
})

test('a repeat of a submit that sent a card again changes nothing', async ({ app }) => {
  const { customer, id, again } = await open(app)
  const { quoteId } = await again()
  const input = aSubmitInput({
    fileIds: [await anUpload(app, customer)],
    quoteId,
    resubmitOf: id,
    idempotencyKey: 'one-and-only',
  })
  const first = await customer.api.exchange.submit(input)
  expect(await customer.api.exchange.submit(input)).toEqual(first)
  expect(await customer.api.transactions.list()).toHaveLength(2)
})
