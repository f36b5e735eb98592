import type { Kysely } from 'kysely'
import { execute, executeOfEngine } from './statements.ts'

/**
 * What a reconciliation reads in place of the history: what changed each place of money by day, its movements that are
 * in no match, the sums of the lines of an import by day, and the days of a match.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [...changes, ...lines, ...groups])
  await executeOfEngine(db, { sqlite, postgres })
  await execute(db, [addDays('true'), addFree('true')])
}

const place = (side: string) => `replace(replace(${side}, 'clearing:', ''), 'cash:', '')`
const changed = (side: string, cents: string) => `select ${place(side)} as account_id, key as transfer_key, kind,
  coalesce(day, substr(at, 1, 10)) as day, ${cents} as cents from ledger_transfers where ${place('debit')} <> ${place('credit')}
    and (${place(side)} like 'SA-%' or ${place(side)} in ('unassigned', 'suspense', 'adjustments'))`

const changedPlaces = `(${changed('debit', 'amount_cents')} union all ${changed('credit', '-amount_cents')}) as moved`

/** Adds the movements among these changes that are in no match. */
const addFree = (which: string) => `insert into free_movements
  select account_id, transfer_key, day, cents from ${changedPlaces}
  where ${which} and account_id like 'SA-%' and kind <> 'opening' and not exists (select 1 from matched_movements
    where matched_movements.account_id = moved.account_id and matched_movements.transfer_key = moved.transfer_key)`
const addDays = (which: string) => `insert into account_days (account_id, day, cents)
  select account_id, day, sum(cents) from ${changedPlaces} where ${which} group by account_id, day`

const changes = [
  `create table account_days (account_id text not null, day text not null, cents bigint not null default 0,
    free_count integer not null default 0, free_cents bigint not null default 0)`,
  `create table free_movements (account_id text not null, transfer_key text not null, day text not null,
    cents bigint not null, constraint free_movements_pk primary key (transfer_key, account_id))`,
  `create index free_movements_day on free_movements (account_id, day)`,
]

const lines = [
  `create table statement_import_days (import_id text not null references statement_imports (id), day text not null,
    lines integer not null, cents bigint not null, moved_cents bigint not null, newest integer not null,
    constraint statement_import_days_pk primary key (import_id, day))`,
  `insert into statement_import_days
    select import_id, booked_on, count(*), sum(amount_cents + fee_cents), sum(abs(amount_cents) + abs(fee_cents)),
      max(number) from statement_lines group by import_id, booked_on`,
  `create index statement_lines_open on statement_lines (account_id, booked_on) where state <> 'reconciled'`,
]

const dayOf = (result: string) => `coalesce((select ${result}(day) from (
  select booked_on as day from statement_lines where group_id = statement_groups.id
  union all select moved.day from matched_movements join ledger_transfers as moved on moved.key = transfer_key
    where group_id = statement_groups.id) as part), '')`

const groups = [
  `alter table statement_groups add column first_on text not null default ''`,
  `alter table statement_groups add column last_on text not null default ''`,
  `alter table statement_groups add column is_long integer not null default 1`,
  `update statement_groups set first_on = ${dayOf('min')}, last_on = ${dayOf('max')}`,
  `create index statement_groups_differing on statement_groups (account_id) where reconciled_at is null`,
  `create index statement_groups_crossing on statement_groups (account_id, is_long, last_on, first_on)`,
]

const addFreeDay = (row: 'new' | 'old', sign = '') => `insert into account_days
  (account_id, day, free_count, free_cents) values (${row}.account_id, ${row}.day, ${sign}1, ${sign}${row}.cents)`

const isOf = (row: string) => `account_id = ${row}.account_id and transfer_key = ${row}.transfer_key`

/** The triggers that keep this: name, event and statement. PostgreSQL appends the days, and a job folds them. */
const kept = (inDay: string) => [
  ['account_changed', 'insert on ledger_transfers', `${addDays('transfer_key = new.key')} ${inDay}`],
  ['free_movement_added', 'insert on free_movements', `${addFreeDay('new')} ${inDay}`],
  ['free_movement_removed', 'delete on free_movements', `${addFreeDay('old', '-')} ${inDay}`],
  ['movement_posted', 'insert on ledger_transfers', addFree('transfer_key = new.key')],
  ['movement_matched', 'insert on matched_movements', `delete from free_movements where ${isOf('new')}`],
  ['movement_freed', 'delete on matched_movements', addFree(isOf('old'))],
]

const sums = ['cents', 'free_count', 'free_cents'].map((sum) => `${sum} = ${sum} + excluded.${sum}`)

const sqlite = [
  `create unique index account_days_day on account_days (account_id, day)`,
  ...kept(`on conflict (account_id, day) do update set ${sums}`).map(
    ([name, event, statement]) => `create trigger ${name} after ${event} begin ${statement}; end`,
  ),
]

const postgres = [
  `create index account_days_day on account_days (account_id, day)`,
  ...kept('').flatMap(([name, event, statement]) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
    `create trigger ${name} after ${event} for each row execute function ${name}()`,
  ]),
]
