import type { Kysely } from 'kysely'
import { execute, executeOfEngine } from './statements.ts'

/**
 * Transfers and approvals store their business day. Former transfers, and those of nodes of the previous release, have
 * that in UTC. A site that has people keeps UTC as its time zone until an owner chooses another one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, columns)
  await executeOfEngine(db, { sqlite, postgres })
}

const columns = [
  `create table first_time_zone (
    id integer not null primary key check (id = 1),
    name text not null)`,
  `insert into first_time_zone (id, name) select 1, 'UTC' where exists (select 1 from users)`,
  `alter table ledger_transfers add column day text`,
  `alter table payouts add column approved_on text`,
  `update payouts set approved_on = substr(approved_at, 1, 10)`,
]

const fill = `update ledger_transfers set day = substr(at, 1, 10)`

const sqlite = [
  `drop trigger ledger_transfers_no_update`,
  fill,
  `create trigger ledger_transfers_no_update before update on ledger_transfers when old.day is not null
    begin select raise(abort, 'The ledger is append-only.'); end`,
  `create trigger ledger_transfers_dated after insert on ledger_transfers when new.day is null
    begin update ledger_transfers set day = substr(at, 1, 10) where key = new.key; end`,
]

const facts = ['key', 'at', 'kind', 'debit', 'credit', 'amount_cents', 'currency', 'submission_id', 'payout_id']
const factsOf = (row: 'old' | 'new') =>
  `row(${[...facts, 'made_by', 'day'].map((column) => `${row}.${column}`).join()})`

const postgres = [
  `drop trigger ledger_transfers_no_update on ledger_transfers`,
  fill,
  `create trigger ledger_transfers_no_update before update on ledger_transfers for each row
    when (old.sequence is not null or ${factsOf('old')} is distinct from ${factsOf('new')})
    execute function ledger_transfers_is_append_only()`,
  `create function ledger_transfer_dated() returns trigger language plpgsql as $$ begin
    new.day := coalesce(new.day, substr(new.at, 1, 10));
    return new; end $$`,
  `create trigger ledger_transfers_dated before insert on ledger_transfers for each row
    execute function ledger_transfer_dated()`,
  `alter table ledger_transfers alter column day set not null`,
]
