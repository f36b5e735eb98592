import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * Lines of the statements of banks and of PayPal, the payouts that they pay, and adjusting entries. Entries have no
 * foreign key to lines: they are kept as long as the ledger.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    `create table statement_accounts (
      id text primary key,
      name text not null unique,
      provider text not null,
      methods text not null,
      format text,
      opening_cents bigint not null,
      opening_on text not null,
      made_by text not null references users (id),
      made_at text not null)`,
    `create table statement_balances (
      account_id text not null references statement_accounts (id),
      at_end_of text not null,
      cents bigint not null,
      made_by text not null references users (id),
      made_at text not null,
      constraint statement_balances_pk primary key (account_id, at_end_of))`,
    `create table statement_imports (
      id text primary key,
      account_id text not null references statement_accounts (id),
      digest text not null,
      made_by text not null references users (id),
      made_at text not null)`,
    `create unique index statement_imports_digest on statement_imports (account_id, digest)`,
    `create table statement_entries (
      id text primary key,
      account_id text not null references statement_accounts (id),
      kind text not null,
      amount_cents bigint not null check (amount_cents <> 0),
      provider text not null,
      payout_id text,
      note_encrypted text not null,
      state text not null,
      made_by text not null references users (id),
      made_at text not null,
      ended_by text references users (id),
      ended_at text)`,
    `create index statement_entries_account on statement_entries (account_id, made_at, id)`,
    `create table statement_lines (
      id text primary key,
      account_id text not null references statement_accounts (id),
      import_id text not null references statement_imports (id),
      number integer not null,
      line_key text not null,
      booked_on text not null,
      amount_cents bigint not null,
      fee_cents bigint not null,
      balance_cents bigint,
      reference text not null,
      description_encrypted text,
      state text not null,
      matched_how text,
      matched_by text references users (id),
      matched_at text,
      entry_id text references statement_entries (id))`,
    `create unique index statement_lines_key on statement_lines (account_id, line_key)`,
    `create index statement_lines_newest on statement_lines (account_id, booked_on, number, id)`,
    `create index statement_lines_state on statement_lines (account_id, state, booked_on, id)`,
    `create index statement_lines_reference on statement_lines (lower(reference), id)`,
    `create index statement_lines_entry on statement_lines (entry_id) where entry_id is not null`,
    `create table statement_matches (
      line_id text not null references statement_lines (id),
      payout_id text not null references payouts (id),
      direction text not null,
      reconciled_at text,
      constraint statement_matches_pk primary key (line_id, payout_id))`,
    `create unique index statement_matches_payout on statement_matches (payout_id, direction)`,
    `create index payout_attempts_item on payout_attempts (provider_item) where provider_item is not null`,
    `insert into named_locks (name) values ('statements')`,
  ])
}
