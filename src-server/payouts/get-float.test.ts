import { expect, test } from 'vitest'
import { setControls } from '../testing/test-support/controls.ts'
import { connectFakePayPal } from '../testing/test-support/fake-paypal/connect-fake-paypal.ts'
import { startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { anApproval, toPayPal } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { createPayPalClient } from './paypal/paypal-client.ts'

test("the float is empty without a PayPal app, and else PayPal's balance beside what is ready and expected", async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  expect(await boss.api.payouts.float()).toEqual({})
  await using fake = await startFakePayPal()
  app.ctx.payouts.paypal = createPayPalClient(fake.config)
  await fake.set({ openingBalanceCents: 12_345 })
  await anApproval(app, dana, boss, toPayPal())
  await anApproval(app, dana, boss)
  // Held for the seconds of its undo: it becomes ready by itself.
  const submissionId = (await anApproval(app, dana, boss, toPayPal())).submissionId
  await app.ctx.db
    .updateTable('payouts')
    .set({ state: 'held', ready_at: app.clock.now().toISOString() })
    .where('idempotency_key', '=', `${submissionId}-1`)
    .execute()
  const asOf = expect.any(String)
  const expected = { available: 123.45, ready: 92, expectedToday: 184, asOf }
  expect(await boss.api.payouts.float()).toEqual({ paypal: expected })
  await fake.set({ openingBalanceCents: 1 })
  app.clock.advance(5 * 60_000 - 1)
  expect((await boss.api.payouts.float()).paypal?.available).toBe(123.45)
  app.clock.advance(1)
  expect((await boss.api.payouts.float()).paypal?.available).toBe(0.01)
})

test('a payout that waits for a person is not expected', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  await setControls(app, { secondPersonFrom: 1 })
  await connectFakePayPal(app)
  await anApproval(app, dana, boss, toPayPal())
  expect((await boss.api.payouts.float()).paypal).toMatchObject({ ready: 0, expectedToday: 0 })
})

test.each([
  ['the permission is missing', { reporting: false }, undefined],
  ['PayPal answers with an error', {}, { how: 'answer', status: 500 } as const],
  ['PayPal closes the connection', {}, { how: 'close' } as const],
  [
    'PayPal answers with something else',
    {},
    { how: 'answer', status: 200, body: '{"balances":[{"currency":"USD"}]}' } as const,
  ],
])('the balance is absent while %s, and everything else is there', async (_, settings, fault) => {
  await using app = await createTestApp()
  const boss = await app.staff()
  await using fake = await startFakePayPal()
  app.ctx.payouts.paypal = createPayPalClient(fake.config)
  await fake.set(settings)
  if (fault) await fake.fail({ operation: 'balance', when: 'before', ...fault })
  expect(await boss.api.payouts.float()).toEqual({ paypal: { ready: 0, expectedToday: 0 } })
})
