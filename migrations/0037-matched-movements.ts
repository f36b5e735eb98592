import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * A match is a group of statement lines and of movements of one account, each in at most one group. Former matches
 * become groups of their line and of what their payouts moved.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [...tables, ...formerMatches])
}

const tables = [
  `create table statement_groups (
    id text primary key,
    account_id text not null references statement_accounts (id),
    how text not null,
    made_by text not null references users (id),
    made_at text not null,
    reconciled_at text)`,
  `create table matched_movements (
    account_id text not null references statement_accounts (id),
    transfer_key text not null,
    group_id text not null references statement_groups (id),
    constraint matched_movements_pk primary key (account_id, transfer_key))`,
  `create index matched_movements_group on matched_movements (group_id)`,
  `create index matched_movements_transfer on matched_movements (transfer_key)`,
  `create index ledger_transfers_day on ledger_transfers (day, sequence)`,
  `create index ledger_transfers_order on ledger_transfers (submission_id) where submission_id is not null`,
  `alter table statement_lines add column group_id text references statement_groups (id)`,
  `create index statement_lines_group on statement_lines (group_id) where group_id is not null`,
]

const kinds = `case direction when 'out' then moved.kind in ('send', 'fee') else
  moved.kind in ('return', 'reversal', 'return-fee', 'fee-refund') end`

const formerMatches = [
  `insert into statement_groups (id, account_id, how, made_by, made_at, reconciled_at)
    select id, account_id, coalesce(matched_how, 'hand'), matched_by, matched_at,
      (select max(reconciled_at) from statement_matches where line_id = statement_lines.id)
    from statement_lines where matched_by is not null and matched_at is not null
      and exists (select 1 from statement_matches where line_id = statement_lines.id)`,
  `update statement_lines set group_id = id where id in (select id from statement_groups)`,
  `insert into matched_movements (account_id, transfer_key, group_id)
    select statement_groups.account_id, moved.key, min(statement_groups.id)
    from statement_matches join statement_groups on statement_groups.id = statement_matches.line_id
    join ledger_transfers as moved on moved.payout_id = statement_matches.payout_id and ${kinds}
    group by statement_groups.account_id, moved.key`,
  `drop table statement_matches`,
]
