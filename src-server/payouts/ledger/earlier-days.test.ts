import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ServerDb } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { insertRow, migrate } from '../../testing/test-support/migrate-to.ts'
import { openEmptyDatabase } from '../../testing/test-support/test-database.ts'

const DAYS = '0032-business-days'

/** As releases without business days post it. */
const post = (db: ServerDb, sequence: number, at: string) =>
  sql`insert into ledger_transfers (key, sequence, at, kind, debit, credit, amount_cents, currency)
    values (${`fee:${sequence}`}, ${sequence}, ${at}, 'fee', 'fees', 'cash:hand', 100, 'USD')`.execute(db)

test('former transfers get their day in UTC and stay as they were, and the site keeps UTC', async () => {
  await using db = await openEmptyDatabase()
  await migrate(db, (name) => name < DAYS)
  await insertRow(db, 'users', { id: 'dana', role: 'customer', email: 'dana@mail.example' })
  await post(db, 1, '2026-12-01T00:10:00.000Z')
  const before = await db.selectFrom('ledger_transfers').selectAll().execute()
  await migrate(db, (name) => name < '0036')
  await post(db, 2, '2026-12-01T23:50:00.000Z')
  const after = await db.selectFrom('ledger_transfers').selectAll().orderBy('sequence').execute()
  expect(after[0]).toEqual({ ...before[0], day: '2026-12-01' })
  expect(after[1]).toMatchObject({ day: '2026-12-01' })
  expect(await table('first_time_zone').find(db, { id: 1 })).toEqual({ id: 1, name: 'UTC' })
  for (const change of [{ day: '2026-11-30' }, { amount_cents: 1 }])
    await expect(db.updateTable('ledger_transfers').set(change).execute()).rejects.toThrow('append-only')
})

test('a database without people has no time zone yet', async () => {
  await using db = await openEmptyDatabase()
  await migrate(db, () => true)
  expect(await table('first_time_zone').find(db, { id: 1 })).toBeUndefined()
})
