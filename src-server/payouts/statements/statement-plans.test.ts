import { expect, test } from 'vitest'
import { type PlanStep, planSteps } from '../../testing/test-support/query-plans.ts'
import { aBankAccount, aBankPayment, bankStatement } from '../../testing/test-support/statement-files.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

/** Matches steps whose time grows with the history: whole tables, and all groups or lines of an account. */
const isSlow = ({ step }: PlanStep) =>
  /^SCAN (moved|ledger_transfers|matched|matched_movements|statement_lines|statement_groups|free|days|account_days)\b/.test(
    step,
  ) ||
  /statement_lines_(newest|key) \(account_id=\?\)$|ledger_transfers_day|statement_groups_crossing \(account_id=\?\)$/.test(
    step,
  )

test('reads no history for a reconciliation, the accounts and what is in no match', async () => {
  await using app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const day = app.clock.now().toISOString().slice(0, 10)
  const id = await aBankAccount(fay, { openingOn: day })
  for (const reference of ['W-1', 'W-2', 'W-3']) await aBankPayment(app, { customer: dana, by: boss, reference })
  const lines = ['W-1', 'W-2'].map((text, at) => ({ day, text, cents: -9200 - at }))
  await fay.api.statements.import({ id, csv: bankStatement(0, lines) })
  const { statements } = fay.api
  const reads = [
    () => statements.reconciliation({ id, from: day, to: day }),
    () => statements.accounts(),
    () => statements.movements({ id }),
  ]
  for (const read of reads) expect((await planSteps(app, read)).filter(isSlow)).toEqual([])
})
