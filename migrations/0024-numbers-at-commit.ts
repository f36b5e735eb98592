import type { Kysely } from 'kysely'
import { execute, executeOfEngine } from './statements.ts'

/**
 * On PostgreSQL, transfers get their numbers at the commit, and named locks are advisory ones. On SQLite, whose
 * transactions have one writer, transfers are inserted with their numbers.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, ['drop table named_locks'])
  await executeOfEngine(db, { sqlite: [], postgres: [...locks, ...numbers, ...transfers] })
}

const names = ['owners', 'catalogue', 'policies', 'site', 'statements', 'ledger', 'audit-chain', 'log-sequence']

const locks = [
  // Expensive, so that a condition on the name is evaluated before it. 17 is the class of named locks.
  `create function lock_named(of_name text) returns boolean language plpgsql cost 10000 as $$ begin
    perform pg_advisory_xact_lock(17, hashtext(of_name));
    return true; end $$`,
  // Nodes of the previous release lock a row by its name.
  `create view named_locks as select name from unnest(array[${names.map((name) => `'${name}'`).join()}]) as name
    where lock_named(name)`,
]

const lockSequence = `perform lock_named('log-sequence')`
const nextOf = (table: string) => `(select coalesce(max(sequence), 0) + 1 from ${table})`
const numberAttempt = `update payout_attempts set state_id = gen_random_uuid()::text,
    sequence = ${nextOf('payout_attempts')}`

/** A trigger function that numbers rows as the last lock of its transaction, see 0007. */
const numbering = (name: string, update: string) =>
  `create or replace function ${name}() returns trigger language plpgsql as $$ begin
    ${lockSequence};
    ${update};
    return null; end $$`

const numbers = [
  numbering('payout_attempt_numbered', `${numberAttempt} where key = new.key`),
  numbering('payout_reference_corrected', `${numberAttempt} where payout_id = new.id and state = 'settled'`),
  numbering('purge_numbered', `update purges set sequence = ${nextOf('purges')} where id = new.id`),
  numbering('disposition_numbered', `update dispositions set sequence = ${nextOf('dispositions')} where id = new.id`),
]

const columns = ['key', 'at', 'kind', 'debit', 'credit', 'amount_cents', 'currency', 'submission_id', 'payout_id']
const factsOf = (row: 'old' | 'new') => `row(${[...columns, 'made_by'].map((column) => `${row}.${column}`).join()})`

const transfers = [
  `alter table ledger_transfers alter column sequence drop not null`,
  `drop trigger ledger_transfers_no_update on ledger_transfers`,
  `create trigger ledger_transfers_no_update before update on ledger_transfers for each row
    when (old.sequence is not null or ${factsOf('old')} is distinct from ${factsOf('new')})
    execute function ledger_transfers_is_append_only()`,
  numbering(
    'ledger_transfer_numbered',
    `update ledger_transfers set sequence = ${nextOf('ledger_transfers')} where key = new.key`,
  ),
  `create constraint trigger ledger_transfers_numbered after insert on ledger_transfers deferrable initially deferred
    for each row when (new.sequence is null) execute function ledger_transfer_numbered()`,
]
