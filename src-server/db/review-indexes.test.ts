import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

test.each([
  ['submissions of one card', `select submission_id from card_fingerprints where fingerprint = 'a'`],
  [
    'submissions with one payout account',
    `select id from submissions where payout_fingerprint = 'a' order by created_at desc`,
  ],
  [
    'submissions with outdated fingerprints',
    `select id from submissions where fingerprint_rules is null
    and payout_details_sealed is not null order by id`,
  ],
  ['security codes due for purging', `select id from submissions where erase_code_at <= 'a' order by erase_code_at`],
  [
    'files with equal renditions',
    `select submission_id from files where rendition_sha256 = 'a' and submission_id is not null`,
  ],
  [
    'renditions without a hash',
    `select id from files where rendition_id is not null and rendition_sha256 is null order by id`,
  ],
  ['mails to one user', `select id from mail_outbox where user_id = 'a'`],
  ['files with the same bytes', `select submission_id from files where sha256 = 'a' and submission_id is not null`],
  [
    'reasons of a brand',
    `select reason from status_changes where card_brand = 'a' and to_status = 'b'
    order by changed_at desc`,
  ],
  ['notes of a submission', `select id from order_notes where submission_id = 'a' order by written_at`],
])('the query for %s uses an index, also for its order', async (_, query) => {
  const db = openDatabase(':memory:')
  await migrate(db)
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(db)
  expect(rows.map(({ detail }) => detail)).toEqual([expect.stringMatching(/USING (COVERING )?INDEX/)])
  await db.destroy()
})

test('the migration copies the brand into existing status changes', async () => {
  const db = openDatabase(':memory:')
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  await migrator.migrateTo('0007-staff-roles')
  const nothing = `'', '', '', '', ''`
  await sql
    .raw(`insert into users (id, role, name, phone, address, password_hash, created_at)
    values ('u', 'customer', '', '', '', '', '')`)
    .execute(db)
  await sql
    .raw(`insert into submissions (id, user_id, card_type, card_brand, email, phone, account_name,
    card_number_masked, status, created_at, updated_at, card_value_cents, rate_bps, payout_cents, version)
    values ('s', 'u', '', 'apple', ${nothing}, '', '', 0, 0, 0, 2)`)
    .execute(db)
  await sql
    .raw(`insert into status_changes (id, submission_id, version, to_status, reason, changed_by, changed_at)
    values ('c', 's', 2, 'rejected', 'Too dark.', 'u', '')`)
    .execute(db)
  await migrate(db)
  expect(await db.selectFrom('status_changes').select(['card_brand', 'undo_mark', 'undo_until']).execute()).toEqual([
    { card_brand: 'apple', undo_mark: null, undo_until: null },
  ])
  await db.destroy()
})
