import { createPayPalClient } from '../../../payouts/paypal/paypal-client.ts'
import type { TestApp } from '../test-app.ts'
import { aPayout } from './a-payout.ts'
import { type FakePayPal, startFakePayPal } from './fake-paypal.ts'

let shared: Promise<FakePayPal> | undefined

/** Gives a site that was opened without one a PayPal app at the fake of this test process, which it returns. */
export async function connectFakePayPal({ ctx }: Pick<TestApp, 'ctx'>): Promise<FakePayPal> {
  shared ??= startFakePayPal()
  const fake = await shared
  ctx.payouts.paypal ??= createPayPalClient(fake.config)
  return fake
}

/** A webhook that PayPal has signed for this site. */
export async function aSignedWebhook(
  app: Pick<TestApp, 'ctx'>,
): Promise<{ headers: Record<string, string>; body: string }> {
  const fake = await connectFakePayPal(app)
  const payout = aPayout()
  await createPayPalClient(fake.config).createPayout(payout)
  return fake.signWebhook({ payoutId: payout.payoutId })
}
