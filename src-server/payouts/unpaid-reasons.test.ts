import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakePayPal, startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { openPayPalSite } from '../testing/test-support/paypal-site.ts'
import { customerPassword } from '../testing/test-support/test-app.ts'

let fake: FakePayPal
beforeAll(async () => {
  fake = await startFakePayPal()
})
afterAll(() => fake[Symbol.asyncDispose]())

const support = /contact|support/i
const cameBack = /c[ao]mes? back|returned/i

/** A payout that PayPal ends this way: what the customer reads on the page of the order and in the last e-mail. */
async function ended(status: 'FAILED' | 'RETURNED', error?: string) {
  await using site = await openPayPalSite(fake)
  const { submissionId: id, payoutId } = await site.sent('pending@mail.example')
  await site.work()
  await fake.setStatus(payoutId, status, error)
  await site.later(10)
  const { statusReason, payout } = await site.dana.api.transactions.get({ id })
  return { statusReason, message: payout?.message, mail: (await site.app.mails()).at(-1)?.text ?? '' }
}

test.each([
  ['RECEIVER_UNREGISTERED', 'The payout could not be paid because the payment details are wrong.'],
  ['RECEIVING_LIMIT_EXCEEDED', 'Your payment account has reached its limit.'],
  ['RECEIVER_ACCOUNT_LOCKED', 'Your payment provider refused the payout.'],
  [undefined, 'Your payment provider refused the payout.'],
] as const)('a payout that PayPal fails with %s was refused and did not come back', async (error, reason) => {
  const { statusReason, message, mail } = await ended('FAILED', error)
  expect([statusReason, message]).toEqual([reason, 'The payout of $92.00 could not be paid.'])
  expect(mail).toContain(reason)
  expect(mail).not.toMatch(cameBack)
})

test.each([
  ['RECEIVER_UNREGISTERED', 'The payout came back because the payment details are wrong.'],
  ['RECEIVER_REFUSED', 'Your payment provider returned the payout.'],
] as const)('a payout that PayPal returns with %s came back', async (error, reason) => {
  const { statusReason, message } = await ended('RETURNED', error)
  expect([statusReason, message]).toEqual([reason, 'The payout of $92.00 came back.'])
})

test.each(['FAILED', 'RETURNED'] as const)(
  'the e-mail about a payout that is %s names another way to be paid first, and support after it',
  async (status) => {
    const { mail } = await ended(status)
    expect(mail.search(/choose another way to be paid/i)).toBeGreaterThan(0)
    expect(mail.search(support)).toBeGreaterThan(mail.lastIndexOf('Choose another way to be paid'))
  },
)

test('the e-mail about another account of a refused payout does not say that it came back', async () => {
  await using site = await openPayPalSite(fake)
  const { submissionId: id } = await site.sent('failed@mail.example')
  await site.work()
  await site.later(10)
  const method = { type: 'cashapp', details: '$dana_elsewhere' } as const
  await site.dana.api.transactions.changePayout({ id, method, currentPassword: customerPassword })
  const mail = (await site.app.mails()).find(({ kind }) => kind === 'destination-changed')
  expect(mail?.text).toContain('a payout that did not reach you goes to')
  expect(mail?.text).not.toMatch(cameBack)
})

test('the reason of a refused payout is not offered to staff as one of their own', async () => {
  await using site = await openPayPalSite(fake)
  for (let order = 0; order < 3; order++) {
    await site.sent('failed@mail.example')
    await site.work()
    await site.later(10)
  }
  const offered = await site.boss.api.admin.review.savedReasons({ status: 'failed', cardBrand: 'apple' })
  expect(offered.filter(({ isCustom }) => isCustom)).toEqual([])
})
