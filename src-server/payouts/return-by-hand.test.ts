import { expect, test } from 'vitest'
import { controlsMessages } from '#shared/controls.ts'
import { policyDefaults } from '#shared/policy.ts'
import { releaseAll } from '../testing/test-support/controls.ts'
import { anApproval, livePayoutOf } from '../testing/test-support/payouts.ts'
import { aBankAccount, bankStatement } from '../testing/test-support/statement-files.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-support/test-app.ts'

const method = { type: 'zelle', details: '(212) 555-0187' } as const

/** A site where finance has paid an order by hand, and says that the money came back. */
async function open(app: TestApp) {
  const dana = await app.customer()
  const [boss, rob, fay] = [await app.staff(), await app.colleague('reviewer'), await app.colleague('finance')]
  const values = { ...policyDefaults.payouts, accountChangedHoldHours: 0 }
  await boss.api.admin.policies.change({ name: 'payouts', base: 0, values })
  const bank = await aBankAccount(fay)
  const { submissionId: id, payoutId } = await anApproval(app, dana, rob)
  const { payout } = await fay.api.payouts.begin({ id: payoutId, version: 1 })
  const paid = await fay.api.payouts.markSent({ id: payoutId, version: payout.version, reference: 'CA-1' })
  const returned = await fay.api.payouts.recordReturn({ id: payoutId, version: paid.version, code: 'details' })
  const change = () => dana.api.transactions.changePayout({ id, method, currentPassword: customerPassword })
  return { dana, boss, rob, fay, bank, id, returned, change }
}

test('what follows a return by hand waits for a second person, who did not record it', async () => {
  await using app = await createTestApp()
  const { boss, fay, id, change } = await open(app)
  await change()
  const held = await livePayoutOf(app, id)
  const key = { id: held.id, version: held.version }
  expect(await boss.api.payouts.get({ id: held.id })).toMatchObject({
    state: 'held',
    holds: [{ kind: 'second-person', note: 'It replaces a payout whose return a person recorded.' }],
  })
  await expect(fay.api.payouts.release(key)).rejects.toThrow(controlsMessages.involved)
  expect((await boss.api.payouts.release(key)).state).toBe('ready')
})

test('once a line of the bank confirms the return, the amount decides what follows', async () => {
  await using app = await createTestApp()
  const { fay, bank, id, returned, change } = await open(app)
  const lines = [-9200, 9200].map((cents) => ({ day: '2026-11-20', text: `CASH APP ${returned.id}`, cents }))
  await fay.api.statements.import({ id: bank, csv: bankStatement(2_500_000, lines.slice(0, 1)) })
  const close = () => fay.api.payouts.closeDebt({ id: returned.id, version: returned.version, note: 'Paid twice.' })
  const { waiting } = await close()
  await fay.api.waitingActs.cancel({ id: waiting?.id ?? '' })
  await fay.api.statements.import({ id: bank, csv: bankStatement(2_490_800, lines.slice(1)) })
  await change()
  expect((await livePayoutOf(app, id)).state).toBe('ready')
})

test('an approval after the debt was closed waits too, and `completed` does not go around it', async () => {
  await using app = await createTestApp()
  const { boss, rob, fay, id, returned } = await open(app)
  await boss.api.payouts.closeDebt({ id: returned.id, version: returned.version, note: 'Paid twice.' })
  await releaseAll(fay)
  await expect(boss.api.admin.submissions.setStatus({ submissionId: id, status: 'completed' })).rejects.toThrow(
    'came back, so another one needs a second person. Approve it, and someone else releases it.',
  )
  await rob.api.admin.review.approve({ submissionId: id })
  expect((await livePayoutOf(app, id)).state).toBe('held')
})

test('the insider report counts the returns that a person recorded', async () => {
  await using app = await createTestApp()
  const { boss, fay, returned } = await open(app)
  const period = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }
  const { members } = await boss.api.admin.insiderReport(period)
  expect(members.map(({ id, figures }) => [id, figures.returns])).toContainEqual([fay.id, 1])
  const items = await boss.api.admin.insiderItems({ ...period, staffId: fay.id, figure: 'returns' })
  expect(items.data).toMatchObject([{ action: 'payout.returned', payoutId: returned.id, detail: 'details' }])
})
