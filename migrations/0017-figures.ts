import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * Sums of the ledger by which reports answer without reading it, and how far it was read. They have no foreign keys:
 * their names are brands, payment methods and people.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
}

const tables = [
  `create table monthly_figures (
    dimension text not null,
    month text not null,
    name text not null,
    bought_count bigint not null,
    bought_face_cents bigint not null,
    bought_cost_cents bigint not null,
    paid_count bigint not null,
    paid_cents bigint not null,
    fee_cents bigint not null,
    proceeds_cents bigint not null,
    margin_cents bigint not null,
    loss_cents bigint not null,
    recovered_cents bigint not null,
    constraint monthly_figures_pk primary key (dimension, name, month))`,
  `create table approval_figures (
    dimension text not null,
    month text not null,
    name text not null,
    bought_count bigint not null,
    bought_cost_cents bigint not null,
    outcome_cents bigint not null,
    written_off_cents bigint not null,
    recovered_cents bigint not null,
    constraint approval_figures_pk primary key (dimension, name, month))`,
  `create index approval_figures_lost on approval_figures (dimension, month, name, written_off_cents)
    where written_off_cents <> 0`,
  `create table figure_progress (
    id integer primary key check (id = 1),
    after_sequence integer not null,
    until_sequence integer not null)`,
]
