import { sql } from 'kysely'
import { expect, test } from 'vitest'
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
    and payout_details_encrypted is not null order by id`,
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
  ['mails that are due', `select id from mail_outbox where due_at <= 'a' order by due_at limit 10`],
  ['the next mail', `select due_at from mail_outbox where due_at is not null order by due_at limit 1`],
  ['mails to one user', `select id from mail_outbox where user_id = 'a'`],
  ['files with the same bytes', `select submission_id from files where sha256 = 'a' and submission_id is not null`],
  [
    'reasons of a brand',
    `select reason from status_changes where card_brand = 'a' and to_status = 'b'
    order by changed_at desc`,
  ],
  ['notes of a submission', `select id from submission_notes where submission_id = 'a' order by written_at`],
])('the query for %s uses an index, also for its order', async (_, query) => {
  const db = openDatabase(':memory:')
  await migrate(db)
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(db)
  expect(rows.map(({ detail }) => detail)).toEqual([expect.stringMatching(/USING (COVERING )?INDEX/)])
  await db.destroy()
})
