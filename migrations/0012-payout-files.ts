import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/** Files by which a person pays several payouts, and an index of the payouts that failed or came back and are owed. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    `create table payout_files (
      id text primary key,
      format text not null,
      request_key text not null,
      made_by text not null references users (id),
      made_at text not null)`,
    `create unique index payout_files_request on payout_files (made_by, request_key)`,
    `create index payout_files_newest on payout_files (made_at, id)`,
    `create table payout_file_rows (
      file_id text not null references payout_files (id),
      payout_id text not null references payouts (id),
      attempt_key text not null references payout_attempts (key),
      constraint payout_file_rows_pk primary key (file_id, payout_id))`,
    `create index payout_file_rows_payout on payout_file_rows (payout_id)`,
    `create unique index payout_file_rows_attempt on payout_file_rows (attempt_key)`,
    `create index payouts_owed on payouts (approved_at, id, amount_cents)
      where debt_ended_at is null and state in ('failed', 'returned')`,
  ])
}
