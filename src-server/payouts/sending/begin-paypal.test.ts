import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { type FakePayPal, startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { openPayPalSite } from '../../testing/test-support/paypal-site.ts'

let fake: FakePayPal
beforeAll(async () => {
  fake = await startFakePayPal()
})
afterAll(() => fake[Symbol.asyncDispose]())

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
