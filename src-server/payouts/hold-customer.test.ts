import { expect, test } from 'vitest'
import { startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { openPayPalSite } from '../testing/test-support/paypal-site.ts'
import { payPalOf } from '../testing/test-support/paypal-work.ts'
import { leaseAttempts, runAttempt } from './sending/paypal-worker.ts'

test('disabling a customer does not take back a payout whose request may have left', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  const { ctx } = site.app
  const { payoutId: id } = await site.sent()
  const [leased] = await leaseAttempts(ctx, 1)
  if (!leased) throw new Error('Nothing was leased.')
  await site.boss.api.admin.users.setActive({ userId: site.dana.id, isActive: false, reason: 'Suspected fraud' })
  expect(await site.boss.api.payouts.get({ id })).toMatchObject({ state: 'sending', holds: [] })
  await runAttempt(ctx, payPalOf(site.app), leased)
  expect((await site.boss.api.payouts.get({ id })).state).toBe('sent')
  expect((await fake.books()).batches).toHaveLength(1)
})
