import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakePayPal, startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { openPayPalSite, type PayPalSite } from '../../testing/test-support/paypal-site.ts'

let fake: FakePayPal
beforeAll(async () => {
  fake = await startFakePayPal()
})
afterAll(() => fake[Symbol.asyncDispose]())

const transaction = ({ dana }: PayPalSite, id: string) => dana.api.transactions.get({ id })
const paidMails = async ({ app }: PayPalSite) =>
  (await app.mails()).filter(({ subject }) => subject.includes("You've been paid"))
async function countedAsPaid({ dana, boss }: PayPalSite) {
  const users = await boss.api.admin.users.list({})
  const { paid } = await boss.api.payouts.totals()
  return [paid.count, users.data.find(({ id }) => id === dana.id)?.totalPayoutAmount]
}

test.each([
  ['pending', '$92.00 is on its way to PayPal pe…g@mail.example. PayPal has not paid it out yet.'],
  ['onhold', '$92.00 is on its way to PayPal on…d@mail.example. PayPal has not paid it out yet.'],
  ['unclaimed', 'PayPal holds $92.00 for you. Open the email from PayPal and claim it.'],
])(
  'a payout that PayPal has accepted and not paid (%s) is on its way: not paid, not completed, no mail',
  async (receiver, message) => {
    await using site = await openPayPalSite(fake)
    const { submissionId, payoutId } = await site.sent(`${receiver}@mail.example`)
    const mails = (await site.app.mails()).length
    await site.work()
    expect((await transaction(site, submissionId)).payout?.message).toMatch(/^\$92\.00 is on its way to PayPal /)
    for (const seconds of [10, 60, 600]) await site.later(seconds)
    const order = await transaction(site, submissionId)
    expect(order).toMatchObject({ status: 'processing', stage: 'on-its-way', payout: { state: 'sent', message } })
    expect(await countedAsPaid(site)).toEqual([0, 0])
    expect((await site.app.mails()).length).toBe(mails)
    await fake.setStatus(payoutId, 'SUCCESS')
    await site.later(6 * 60 * 60)
    const paid = await transaction(site, submissionId)
    expect(paid).toMatchObject({ status: 'completed', stage: 'paid', payout: { state: 'paid' } })
    expect(await countedAsPaid(site)).toEqual([1, 92])
    const [mail, ...more] = await paidMails(site)
    expect([mail?.text, more]).toEqual([expect.stringContaining(paid.payout?.reference ?? 'none'), []])
  },
)

test.each(['rejected', 'failed', 'pending'] as const)(
  'an order that staff make %s on its way stays so when PayPal has paid it, and needs attention',
  async (status) => {
    await using site = await openPayPalSite(fake)
    const { submissionId, payoutId } = await site.sent('pending@mail.example')
    await site.work()
    await site.boss.api.admin.submissions.setStatus({ submissionId, status })
    await fake.setStatus(payoutId, 'SUCCESS')
    await site.later(10)
    expect((await transaction(site, submissionId)).status).toBe(status)
    expect((await site.boss.api.payouts.list({ state: 'attention' })).data).toMatchObject([
      { id: payoutId, state: 'paid', attention: 'not-completed' },
    ])
  },
)

test('a payout that is refused on its way mails the customer that it came back, and never that it was paid', async () => {
  await using site = await openPayPalSite(fake)
  const { submissionId, payoutId } = await site.sent('pending@mail.example')
  await site.work()
  await fake.setStatus(payoutId, 'FAILED', 'RECEIVER_ACCOUNT_INVALID')
  await site.later(10)
  expect((await transaction(site, submissionId)).status).toBe('failed')
  expect(await paidMails(site)).toEqual([])
})
