import { expect, test } from 'vitest'
import { inServerTransaction } from '../../platform/db/database.ts'
import { isPostgres } from '../../platform/db/dialect/dialect.ts'
import { foldSums } from '../../platform/db/folded-sums.ts'
import { table } from '../../platform/db/table.ts'
import { insertRow, migrate } from '../../testing/test-support/migrate-to.ts'
import { openEmptyDatabase } from '../../testing/test-support/test-database.ts'

test('the sums of a site that has movements, matches and lines are those of its transfers', async () => {
  const db = await openEmptyDatabase()
  await migrate(db, (name) => name < '0040')
  await insertRow(db, 'users', { id: 'boss', role: 'owner', name: 'Boss', username: 'boss', email: 'b@mail.example' })
  const of = { account_id: 'SA-1' }
  const made = { made_by: 'boss' }
  for (const id of ['SA-1', 'SA-2'])
    await insertRow(db, 'statement_accounts', { id, name: id, opening_on: '2026-11-01', methods: '[]', ...made })
  const posted = [
    ['opening:SA-1', '2026-11-01', 'cash:SA-1', 'equity:opening'],
    ['send:1', '2026-11-03', 'payable:dana', 'clearing:SA-1'],
    ['settle:1', '2026-11-04', 'clearing:SA-1', 'cash:SA-1'],
    ['move:1', '2026-11-05', 'cash:SA-2', 'cash:SA-1'],
    ['adjustment:1', '2026-11-05', 'suspense', 'cash:SA-1'],
  ] as const
  for (const [at, [key, day, debit, credit]] of [
    ['approve:1', '2026-11-01', 'cards', 'payable:dana'],
    ...posted,
  ].entries()) {
    const facts = { key, day, debit, credit, kind: key?.split(':')[0], sequence: at + 1, amount_cents: 100 }
    await insertRow(db, 'ledger_transfers', facts)
  }
  await insertRow(db, 'statement_groups', { ...of, ...made, id: 'G-1', how: 'hand', reconciled_at: 'x' })
  await insertRow(db, 'matched_movements', { ...of, transfer_key: 'send:1', group_id: 'G-1' })
  await insertRow(db, 'statement_imports', { ...of, ...made, id: 'I-1' })
  const line = { ...of, id: 'SL-1', import_id: 'I-1', number: 7, booked_on: '2026-11-09', amount_cents: -90 }
  await insertRow(db, 'statement_lines', { ...line, fee_cents: -10, group_id: 'G-1', state: 'reconciled' })
  await migrate(db, () => true)
  if (isPostgres(db)) await inServerTransaction(db, foldSums)

  const free = await table('free_movements').list(db, {}, 'transfer_key', 'account_id')
  expect(free.map((own) => [own.transfer_key, own.account_id, own.day, own.cents])).toEqual([
    ['adjustment:1', 'SA-1', '2026-11-05', -100],
    ['move:1', 'SA-1', '2026-11-05', -100],
    ['move:1', 'SA-2', '2026-11-05', 100],
  ])
  const days = await table('account_days').list(db, {}, 'account_id', 'day')
  expect(days.map((own) => [own.account_id, own.day, own.cents, own.free_count, own.free_cents])).toEqual([
    ['SA-1', '2026-11-01', 100, 0, 0],
    ['SA-1', '2026-11-03', -100, 0, 0],
    ['SA-1', '2026-11-05', -200, 2, -200],
    ['SA-2', '2026-11-05', 100, 1, 100],
    ['suspense', '2026-11-05', 100, 0, 0],
  ])
  expect(await table('statement_import_days').list(db, {})).toEqual([
    { import_id: 'I-1', day: '2026-11-09', lines: 1, cents: -100, moved_cents: 100, newest: 7 },
  ])
  const span = { first_on: '2026-11-03', last_on: '2026-11-09', is_long: 1 }
  expect(await table('statement_groups').list(db, {})).toMatchObject([span])
  await db.destroy()
})
