import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * Acts that wait for a second person, and those of one person alone, which count in a sum of 24 hours; each thing of
 * an act has its share, and is in one act that waits. Adjusting entries that waited before are refused: their lines
 * are as before, and their makers ask again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    `create table waiting_acts (
      id text primary key,
      kind text not null,
      amount_cents bigint not null,
      input_encrypted text,
      made_by text not null references users (id),
      made_at text not null,
      ends_at text not null,
      state text not null,
      ended_by text references users (id),
      ended_at text,
      request_key text not null)`,
    'create unique index waiting_acts_request on waiting_acts (made_by, request_key)',
    'create index waiting_acts_alone on waiting_acts (made_by, made_at)',
    `create table waiting_act_things (
      act_id text not null references waiting_acts (id),
      thing_kind text not null,
      thing_id text not null,
      amount_cents bigint not null,
      waits integer not null,
      primary key (act_id, thing_kind, thing_id))`,
    'create unique index waiting_act_things_waiting on waiting_act_things (thing_kind, thing_id) where waits = 1',
    'create index waiting_act_things_thing on waiting_act_things (thing_id)',
    `update statement_lines set entry_id = null, state =
      case when exists (select 1 from statement_matches where line_id = statement_lines.id)
      then 'differs' else 'open' end where state = 'waiting'`,
    "update statement_entries set state = 'refused', ended_at = made_at where state = 'waiting'",
  ])
}
