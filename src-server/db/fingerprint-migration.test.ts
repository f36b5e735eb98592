import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

test('migrated fingerprints keep their submission and migrated mails their user', async () => {
  const db = openDatabase(':memory:')
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  await migrator.migrateTo('0018-keys-and-purges')
  for (const text of [
    `insert into users (id, role, email, name, phone, address, password_hash, created_at, trade_count, search_text,
      must_change_password) values ('u', 'customer', 'dana@mail.example', '', '', '', '', '', 0, '', 0)`,
    `insert into submissions (id, user_id, card_type, card_brand, email, phone, account_name, card_number_masked,
      status, created_at, updated_at, card_value_cents, rate_bps, payout_cents, version, card_fingerprint)
      values ('s', 'u', '', 'apple', '', '', '', '', 'pending', '', '', 0, 0, 0, 1, 'k1.print'),
      ('r', 'u', '', '', '', '', '', '', 'registered', '', '', 0, 0, 0, 1, null)`,
    `insert into mail_outbox (id, kind, recipient, attempts, created_at)
      values ('m', 'welcome', 'dana@mail.example', 0, ''), ('n', 'welcome', 'gone@mail.example', 0, '')`,
  ])
    await sql.raw(text).execute(db)
  await migrate(db)
  expect(await db.selectFrom('card_fingerprints').selectAll().execute()).toEqual([
    { submission_id: 's', fingerprint: 'k1.print' },
  ])
  expect(await db.selectFrom('mail_outbox').select(['id', 'user_id']).orderBy('id').execute()).toEqual([
    { id: 'm', user_id: 'u' },
    { id: 'n', user_id: null },
  ])
  expect(await db.selectFrom('submissions').select('fingerprint_rules').execute()).toEqual([
    { fingerprint_rules: null },
    { fingerprint_rules: null },
  ])
  await db.destroy()
})
