import { expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { openPayPalSite } from '../../testing/test-support/paypal-site.ts'

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
