import { expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { fakePayPalOfFile, openPayPalSite, type PayPalSite } from '../../testing/test-support/paypal-site.ts'
import { payPalOf } from '../../testing/test-support/paypal-work.ts'
import type { PayPalPayout } from '../paypal/paypal-client.ts'

const fake = await fakePayPalOfFile()

test.each(['zelle', 'googlepay', 'applepay'] as const)(
  'a payout by %s does not leave by PayPal, although PayPal could pay its phone number',
  async (paymentMethod) => {
    await using site = await openPayPalSite(fake, { paypalSends: 'automatic' })
    const { app, dana, boss } = site
    const details = { paymentMethod, paymentDetails: '(212) 555-0187' } as const
    const { payoutId: id } = await anApproval(app, dana, boss, details)
    await site.work()
    await expect(boss.api.payouts.sendNow({ ids: [id] })).rejects.toThrow(payoutMessages.notByPayPal(id))
    expect((await boss.api.payouts.get({ id })).state).toBe('ready')
  },
)

test('what PayPal is asked to pay is neither marked as paid by hand nor given back', async () => {
  await using site = await openPayPalSite(fake)
  const { payoutId: id } = await site.sent()
  const { payouts } = site.boss.api
  const { version } = await payouts.get({ id })
  await expect(payouts.markSent({ id, version, reference: 'CA-1' })).rejects.toThrow(payoutMessages.notBegun)
  await expect(payouts.releaseLock({ id, version })).rejects.toThrow(payoutMessages.notBegun)
  await site.work()
  expect((await payouts.get({ id })).state).toBe('sent')
})

test('while the server still asks PayPal, a person records neither that it paid nor that it did not', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  await fake.fail({ operation: 'create', when: 'after', how: 'close' })
  const { payoutId: id } = await site.sent()
  await site.work()
  const { payouts } = site.boss.api
  const { version, attempts } = await payouts.get({ id })
  expect(attempts).toMatchObject([{ state: 'unknown', nextPollAt: expect.any(String) }])
  for (const found of [{ outcome: 'paid', reference: 'PP-1' }, { outcome: 'not-sent' }] as const)
    await expect(payouts.settleUnknown({ id, version, ...found })).rejects.toThrow(payoutMessages.notUnknown)
  await site.later(10)
  expect((await payouts.get({ id })).state).toBe('paid')
})

/** Requests the same as the first attempt of this payout, except for `other`; returns its batch. */
async function requestElsewhere(
  { app }: PayPalSite,
  { submissionId, payoutId }: { submissionId: string; payoutId: string },
  other: Partial<PayPalPayout>,
): Promise<string> {
  const receiver = { recipientType: 'EMAIL', receiver: 'dana@mail.example', note: '', isRepeat: false } as const
  const same = { key: `${submissionId}-1-a1`, payoutId, amountCents: 9200 }
  const outcome = await payPalOf(app).createPayout({ ...receiver, ...same, ...other })
  if (outcome.outcome !== 'accepted') throw new Error(outcome.outcome)
  return outcome.batchId
}

async function expectUnknown({ boss, dana }: PayPalSite, order: { submissionId: string; payoutId: string }) {
  const { attempts, attention, state } = await boss.api.payouts.get({ id: order.payoutId })
  expect({ attempts, attention }).toMatchObject({ attention: 'unknown', attempts: [{ error: 'MISMATCH' }] })
  expect(state).not.toBe('paid')
  expect((await dana.api.transactions.get({ id: order.submissionId })).status).toBe('processing')
}

test.each<[what: string, other: Partial<PayPalPayout>]>([
  ['amount', { amountCents: 9100 }],
  ['payout', { payoutId: 'PO-ANOTHER123' }],
])('a first request that named another %s does not count as this payment', async (_, other) => {
  await using site = await openPayPalSite(fake)
  const order = await site.sent()
  await requestElsewhere(site, order, other)
  // PayPal has the key already, and names the batch of that request.
  await site.work()
  await expectUnknown(site, order)
})

test('what another attempt of the same payout has paid does not count as this payment', async () => {
  await using site = await openPayPalSite(fake)
  const order = await site.sent()
  await site.work()
  const provider_batch = await requestElsewhere(site, order, { key: `${order.submissionId}-1-a2` })
  const { db } = site.app.ctx
  await db.updateTable('payout_attempts').set({ provider_batch }).where('payout_id', '=', order.payoutId).execute()
  await site.later(10)
  await expectUnknown(site, order)
})

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
