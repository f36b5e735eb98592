import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { openEmptyDatabase } from '../testing/test-support/test-database.ts'

const at = '2026-10-01T08:00:00.000Z'

test('adjusting entries that waited are refused by the migration, and their lines are as before', async () => {
  await using db = await openEmptyDatabase()
  const names = Object.keys(migrations)
  const run = async (wanted: readonly string[]) => {
    for (const name of wanted) await migrations[name]?.up(db as never)
  }
  await run(names.filter((name) => name < '0035'))
  await sql`insert into users (id, role, name, phone, address, password_hash, created_at, search_text)
    values ('fay', 'finance', 'fay', '', '', '', ${at}, '')`.execute(db)
  await sql`insert into statement_accounts (id, name, provider, methods, opening_cents, opening_on, made_by, made_at)
    values ('SA-1', 'Bank', 'hand', '[]', 0, '2026-10-01', 'fay', ${at})`.execute(db)
  await sql`insert into statement_imports (id, account_id, digest, made_by, made_at)
    values ('I-1', 'SA-1', 'd', 'fay', ${at})`.execute(db)
  for (const [id, state] of [
    ['AE-1', 'waiting'],
    ['AE-2', 'posted'],
  ]) {
    await sql`insert into statement_entries
      (id, account_id, kind, amount_cents, provider, note_encrypted, state, made_by, made_at)
      values (${id}, 'SA-1', 'fee', -100, 'hand', 'x', ${state}, 'fay', ${at})`.execute(db)
    await sql`insert into statement_lines
      (id, account_id, import_id, number, line_key, booked_on, amount_cents, fee_cents, reference, state, entry_id)
      values (${id}, 'SA-1', 'I-1', 1, ${id}, '2026-10-01', -100, 0, '',
        ${state === 'waiting' ? 'waiting' : 'reconciled'}, ${id})`.execute(db)
  }
  await run(names.filter((name) => name >= '0035'))
  const states = async (from: 'statement_entries' | 'statement_lines') =>
    (await db.selectFrom(from).select('state').orderBy('id').execute()).map(({ state }) => state)
  expect(await states('statement_entries')).toEqual(['refused', 'posted'])
  expect(await states('statement_lines')).toEqual(['open', 'reconciled'])
  expect(await db.selectFrom('statement_lines').select('entry_id').orderBy('id').execute()).toEqual([
    { entry_id: null },
    { entry_id: 'AE-2' },
  ])
})
