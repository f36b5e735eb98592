import { expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { policyDefaults } from '#shared/policy.ts'
import { setControls } from '../testing/test-support/controls.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { anApproval, livePayoutOf, toPayPal } from '../testing/test-support/payouts.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

/** A site whose people approve and pay at most $200.00 in 24 hours alone, which is twice a payout of $92.00. */
async function open(app: TestApp) {
  await setControls(app, { secondPersonFrom: null, paidAloneADay: 20_000 })
  return { dana: await app.alwaysAllowed(await app.customer()), boss: await app.alwaysAllowed(await app.staff()) }
}

test('one person approves and pays a limited sum in 24 hours; what others approved or pay does not count', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const [fay, rob] = [await app.colleague('finance'), await app.colleague('reviewer')]
  const own = [await anApproval(app, dana, boss), await anApproval(app, dana, boss), await anApproval(app, dana, boss)]
  const others = await anApproval(app, dana, rob)
  const pay = (submissionId: string) => boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await pay(others.submissionId)
  for (const { submissionId } of own.slice(0, 2)) await pay(submissionId)
  const last = own[2] ?? others
  await expect(pay(last.submissionId)).rejects.toThrow(payoutMessages.tooMuchAlone)
  await expect(boss.api.payouts.begin({ id: last.payoutId, version: 1 })).rejects.toThrow(payoutMessages.tooMuchAlone)
  await expect(pay(await aSubmission(app, dana))).rejects.toThrow(payoutMessages.tooMuchAlone)
  expect((await fay.api.payouts.begin({ id: last.payoutId, version: 1 })).payout.state).toBe('sending')
  app.clock.advance(24 * 60 * 60_000)
  expect((await pay(await aSubmission(app, dana))).status).toBe('completed')
})

test('who works alone has no such limit', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  await setControls(app, { secondPersonFrom: null, paidAloneADay: 1, worksAlone: true })
  const status = 'completed'
  const done = await boss.api.admin.submissions.setStatus({ submissionId: await aSubmission(app, dana), status })
  expect(done.status).toBe(status)
})

test('what PayPal would send by itself beyond the limit of its approver waits for a second person', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const values = { ...policyDefaults.payouts, paypalSends: 'automatic' } as const
  await boss.api.admin.policies.change({ name: 'payouts', base: 0, values })
  const states: string[] = []
  for (let at = 0; at < 3; at++) {
    const { submissionId } = await anApproval(app, dana, boss, toPayPal())
    states.push((await livePayoutOf(app, submissionId)).state)
  }
  expect(states).toEqual(['ready', 'ready', 'held'])
})
