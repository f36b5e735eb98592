import { afterAll, afterEach } from 'vitest'
import type { PolicyValues } from '#shared/policy.ts'
import { policyDefaults } from '#shared/policy.ts'
import { type FakePayPal, type FakeSettings, startFakePayPal } from './fake-paypal/fake-paypal.ts'
import { anApproval, toPayPal } from './payouts.ts'
import { doPayPalWork } from './paypal-work.ts'
import { createTestApp, type Person, type TestApp } from './test-app.ts'

export type PayPalSite = AsyncDisposable & {
  app: TestApp
  fake: FakePayPal
  dana: Person
  boss: Person
  /** Approves a card of Dana for $92.00, paid to this receiver. */
  approved(receiver?: string): Promise<{ submissionId: string; payoutId: string }>
  /** The same, and a person sends it; the worker has not run. */
  sent(receiver?: string): Promise<{ submissionId: string; payoutId: string }>
  /** Does what the worker does until nothing is due. */
  work(): Promise<void>
  /** Moves the clock by seconds, then works. */
  later(seconds: number): Promise<void>
}

/** The fake of PayPal until the last test of this file has run. Each test ends its faults and restores `usual`. */
export async function fakePayPalOfFile(usual: Partial<FakeSettings> = {}): Promise<FakePayPal> {
  const fake = await startFakePayPal()
  afterEach(async () => {
    await fake.endFaults()
    await fake.set(usual)
  })
  afterAll(() => fake[Symbol.asyncDispose]())
  return fake
}

/** A site whose PayPal app is that of the fake. Its worker runs only when a test says so. */
export async function openPayPalSite(
  fake: FakePayPal,
  rules: Partial<PolicyValues['payouts']> = {},
  variables: NodeJS.ProcessEnv = {},
): Promise<PayPalSite> {
  const app = await createTestApp({ ...payPalVariables(fake), ...variables })
  const dana = await app.alwaysAllowed(await app.customer())
  const boss = await app.alwaysAllowed(await app.staff())
  const values = { ...policyDefaults.payouts, ...rules }
  if (Object.keys(rules).length > 0) await boss.api.admin.policies.change({ name: 'payouts', base: 0, values })
  const approved: PayPalSite['approved'] = (receiver) => anApproval(app, dana, boss, toPayPal(receiver))
  const work = () => doPayPalWork(app)
  return {
    ...{ app, fake, dana, boss, approved, work },
    async sent(receiver) {
      const order = await approved(receiver)
      await boss.api.payouts.sendNow({ ids: [order.payoutId] })
      return order
    },
    async later(seconds) {
      app.clock.advance(seconds * 1000)
      await work()
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** The settings of a site whose PayPal app is that of the fake. */
export function payPalVariables({ config }: Pick<FakePayPal, 'config'>) {
  return {
    PAYPAL_CLIENT_ID: config.clientId,
    PAYPAL_CLIENT_SECRET: config.clientSecret,
    PAYPAL_WEBHOOK_ID: config.webhookId,
    PAYPAL_API_URL: config.apiUrl,
  }
}
