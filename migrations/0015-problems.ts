import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * Paid cards that turn out bad: what was reported and decided, what their sellers owe and have repaid, offers to set
 * it off against a payout, and the money of returned payouts.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
}

const tables = [
  `create table order_problems (
    id text primary key,
    submission_id text not null references submissions (id),
    payout_id text not null references payouts (id),
    user_id text not null references users (id),
    kind text not null,
    found_at text not null,
    note_encrypted text,
    reported_by text not null references users (id),
    reported_at text not null,
    state text not null,
    decided_by text references users (id),
    decided_at text,
    reason_encrypted text,
    owed_cents integer not null,
    left_cents integer not null check (left_cents between 0 and owed_cents),
    closed_at text,
    version integer not null)`,
  `create unique index order_problems_standing on order_problems (submission_id) where state <> 'dismissed'`,
  `create index order_problems_submission on order_problems (submission_id)`,
  `create index order_problems_payout on order_problems (payout_id) where state <> 'dismissed'`,
  `create index order_problems_open on order_problems (user_id, payout_id) where state = 'open'`,
  `create index order_problems_owed on order_problems (user_id) where left_cents > 0`,
  `create index order_problems_newest on order_problems (reported_at, id)`,
  `create index order_problems_state on order_problems (state, reported_at, id)`,
  `create index order_problems_closed on order_problems (closed_at) where closed_at is not null`,
  `create table clawback_entries (
    id text primary key,
    problem_id text not null references order_problems (id),
    kind text not null,
    amount_cents integer not null check (amount_cents > 0),
    at text not null,
    reference text,
    payout_id text references payouts (id),
    made_by text not null references users (id),
    made_at text not null)`,
  `create index clawback_entries_problem on clawback_entries (problem_id, made_at)`,
  `create table set_off_offers (
    id text primary key,
    problem_id text not null references order_problems (id),
    payout_id text not null references payouts (id),
    amount_cents integer not null,
    state text not null,
    made_by text not null references users (id),
    made_at text not null,
    answered_at text)`,
  `create unique index set_off_offers_open on set_off_offers (payout_id) where state = 'open'`,
  `create index set_off_offers_problem on set_off_offers (problem_id)`,
  `alter table files add column problem_id text references order_problems (id) on delete cascade`,
  `create index files_problem on files (problem_id, position) where problem_id is not null`,
  `alter table payouts add column returned_cents integer`,
  `alter table payouts add column returned_on text`,
  `alter table payouts add column returned_reference text`,
]
