import { expect } from 'vitest'
import { eraseOldDestinations } from '../../payouts/erase-destinations.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { releaseAll, worksAlone } from '../../testing/test-support/controls.ts'
import { everything } from '../../testing/test-support/dump-database.ts'
import { anApproval, balancesOf, livePayoutOf } from '../../testing/test-support/payouts.ts'
import { aBankAccount, aBankPayment, bankFormat, bankStatement } from '../../testing/test-support/statement-files.ts'
import { createTestApp, customerPassword } from '../../testing/test-support/test-app.ts'

test('an account is deleted only when nothing is owed, and its payouts keep no personal data', async ({ app }) => {
  const [dana, boss] = [await app.customer('Dana Reyes'), await app.staff()]
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss, { paymentDetails: '$dana_of_cash' })
  const remove = () => dana.api.account.deleteAccount({ password: customerPassword })
  await expect(remove()).rejects.toMatchObject({ cause: { code: 'conflict' } })
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  const paid = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'Paid to Dana Reyes' })
  const returned = await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'name', note: 'Dana moved' })
  await expect(remove()).rejects.toThrow('A payout of $92.00 is still on its way.')
  await worksAlone(app)
  await boss.api.payouts.closeDebt({ id, version: returned.version, note: 'Dana asked for it' })
  await releaseAll(boss)
  // For a day, the sum of payouts to one account needs its fingerprint.
  app.clock.advance(24 * 60 * 60_000)
  await remove()
  expect(await app.ctx.db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject({
    amount_cents: 9200,
    state: 'returned',
    details_encrypted: null,
    payout_fingerprint: null,
    payee_name: null,
    reference: null,
    failure_message: null,
  })
  const { payouts, payout_holds, ledger_transfers } = await everything(app)
  expect(JSON.stringify([payouts, payout_holds, ledger_transfers])).not.toMatch(/Dana|dana_of_cash/)
  expect(await app.ctx.db.selectFrom('payout_lines').select('submission_id').execute()).toEqual([
    { submission_id: submissionId },
  ])
})

test('Clear All Data waits for a payment that has begun, then closes what is owed and keeps the ledger', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { payoutId: id } = await anApproval(app, dana, boss)
  await anApproval(app, dana, boss)
  expect((await boss.api.admin.data.clearSummary()).owed).toEqual({ payouts: 2, amount: 184 })
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  await expect(boss.api.admin.data.clearAll()).rejects.toThrow('Money is on its way to a customer.')
  expect(await app.ctx.db.selectFrom('payouts').selectAll().execute()).toHaveLength(2)
  await boss.api.payouts.releaseLock({ id, version: payout.version })
  await boss.api.admin.data.clearAll()
  expect(await app.ctx.db.selectFrom('payouts').selectAll().execute()).toEqual([])
  expect(await balancesOf(app)).toEqual({})
  expect(await verifyLedger(app.ctx.db)).toEqual({ transfers: 7 })
})

test('after Clear All Data each money account begins on the next day with what the ledger has', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const id = await aBankAccount(boss)
  await aBankPayment(app, { customer: dana, by: boss, reference: 'W-1' })
  await boss.api.statements.import({ id, csv: bankStatement(0, [{ day: '2026-11-20', text: 'FEE', cents: -1000 }]) })
  await boss.api.admin.data.clearAll()
  const first = { openingOn: '2026-11-21', openingBalance: 24_908, balance: 24_908, needsOpening: true }
  expect(await boss.api.statements.accounts()).toMatchObject([{ id, ...first }])
  await boss.api.statements.moveMoney({ from: id, to: 'owner', amount: 10, on: '2026-11-20', requestKey: 'same-day' })
  app.clock.advance(24 * 60 * 60_000)
  const [{ statements }, day] = [(await app.colleague('finance')).api, '2026-11-21']
  expect(await statements.accounts()).toMatchObject([{ openingBalance: 24_898, balance: 24_898 }])
  // The bank books the payment of before later: its balance of that morning is without it.
  const bank = { name: 'First Bank', methods: [], format: bankFormat, openingOn: day, openingBalance: 24_990 }
  await statements.changeAccount({ id, ...bank })
  await statements.import({ id, csv: bankStatement(2_499_000, [{ day, text: 'WIRE W-1', cents: -9200 }]) })
  const [line] = (await statements.lines()).data
  await statements.adjust({ lines: [line?.id ?? ''], kind: 'opening', amount: -92, note: 'Booked before.' })
  expect(await statements.reconciliation({ id, from: day, to: day })).toMatchObject({
    ...{ openingBalance: 24_990, closingBooks: 24_898, difference: 0, isReconciled: true },
  })
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
})

test('erases where a payout went 90 days after it was paid, and says so in the purge log', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const waiting = await anApproval(app, dana, boss)
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  const day = 24 * 60 * 60_000
  app.clock.advance(90 * day)
  expect(await eraseOldDestinations(app.ctx)).toBe(0)
  app.clock.advance(1)
  expect(await eraseOldDestinations(app.ctx)).toBe(1)
  expect(await livePayoutOf(app, submissionId)).toMatchObject({ details_encrypted: null, payout_fingerprint: null })
  expect((await livePayoutOf(app, waiting.submissionId)).details_encrypted).not.toBeNull()
  const purges = await app.ctx.db
    .selectFrom('purges')
    .select(['what', 'subject_id'])
    .where('what', '=', 'payout')
    .execute()
  expect(purges).toEqual([{ what: 'payout', subject_id: id }])
  expect(await eraseOldDestinations(app.ctx)).toBe(0)
})
