import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakePayPal, startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { openPayPalSite, type PayPalSite } from '../../testing/test-support/paypal-site.ts'
import { payPalOf } from '../../testing/test-support/paypal-work.ts'
import type { PayPalPayout } from '../paypal/paypal-client.ts'

let fake: FakePayPal
beforeAll(async () => {
  fake = await startFakePayPal()
})
afterAll(() => fake[Symbol.asyncDispose]())

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
