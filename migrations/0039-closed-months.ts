import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/** Closings of months, and the row that every posting reads in share mode and a closing takes exclusively. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    'create table ledger_lock (id integer not null primary key check (id = 1))',
    'insert into ledger_lock (id) values (1)',
    `create table month_closings (
      id text primary key,
      month text not null,
      sha256 text not null,
      accounts text not null,
      suspense_cents bigint not null,
      note_encrypted text,
      closed_by text not null references users (id),
      closed_at text not null,
      confirmed_by text not null references users (id),
      reopened_by text references users (id),
      reopened_at text,
      reason_encrypted text)`,
    'create unique index month_closings_standing on month_closings (month) where reopened_at is null',
  ])
}
