import { beginReadyPayouts, leaseAttempts, runAttempt } from '../../payouts/sending/paypal-worker.ts'
import type { TestApp } from './test-app.ts'

/** Does what the worker of this site does until nothing is due. */
export async function doPayPalWork(app: Pick<TestApp, 'ctx'>): Promise<void> {
  for (;;) {
    await beginReadyPayouts(app.ctx)
    const leased = await leaseAttempts(app.ctx, 5)
    if (leased.length === 0) return
    await Promise.all(leased.map((each) => runAttempt(app.ctx, payPalOf(app), each)))
  }
}

/** The client of a site that has a PayPal app. */
export function payPalOf({ ctx }: Pick<TestApp, 'ctx'>) {
  if (!ctx.payouts.paypal) throw new Error('This site has no PayPal app.')
  return ctx.payouts.paypal
}
