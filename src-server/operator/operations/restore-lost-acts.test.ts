import { expect, test } from 'vitest'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { startFakePayPal } from '../../testing/test-support/fake-paypal/fake-paypal.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { aClawback, today } from '../../testing/test-support/problems.ts'
import { openRestorableSite } from '../../testing/test-support/restorable-site.ts'
import { aBankAccount, bankStatement } from '../../testing/test-support/statement-files.ts'
import { makeBackup } from './backup.ts'

test('a restore lists what was done with money after the backup and is not repeated, each with its id and amount', async () => {
  await using fake = await startFakePayPal()
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  const fay = await app.colleague('finance')
  const { payoutId: id } = await anApproval(app, dana, boss)
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  const { file } = await makeBackup(app.ctx)
  const { version } = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  await boss.api.payouts.correctFee({ id, version, fee: 0.25, note: 'As the bank says.' })
  const problem = await aClawback(app, dana, boss)
  const repaid = { id: problem.id, version: problem.version, amount: 40, reference: 'R-1', on: today(app) }
  const { version: next } = await boss.api.admin.problems.recordRepayment(repaid)
  await boss.api.admin.problems.waive({ id: problem.id, version: next, note: 'She cannot pay.' })
  const account = await aBankAccount(fay, { openingOn: today(app) })
  const csv = bankStatement(2_500_000, [{ day: today(app), text: 'MONTHLY FEE', cents: -1500 }])
  await fay.api.statements.import({ id: account, csv })
  const [line] = (await fay.api.statements.lines({ account })).data
  await fay.api.statements.adjust({ lines: [line?.id ?? ''], kind: 'fee', amount: -15, note: 'As the bank says.' })

  await using again = await restorable.restore(file)
  const { submissionId } = problem
  const acts = again.done.lostActs.map(({ action, object, detail }) => [action, object, detail])
  expect(acts.filter(([action]) => !/account-made|reported/.test(action ?? ''))).toEqual([
    ['payout.fee-corrected', id, '$0.00 to $0.25'],
    ['problem.decided', submissionId, expect.stringContaining('$92.00')],
    ['problem.repaid', submissionId, expect.stringContaining('$40.00')],
    ['problem.waived', submissionId, expect.stringContaining('$52.00')],
    ['statement.imported', account, expect.stringContaining('1')],
    ['statement.adjusted', expect.any(String), expect.stringContaining('$15.00')],
  ])
  expect(await again.boss.api.payouts.get({ id })).toMatchObject({ state: 'paid' })
  expect(await verifyLedger(again.app.ctx.db)).not.toHaveProperty('problem')
})
