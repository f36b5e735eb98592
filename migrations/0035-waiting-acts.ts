import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * Acts that wait for a second person, and those of one person alone, which count in a sum of 24 hours. Adjusting
 * entries that waited before are refused: their lines are as before, and their makers ask again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    `create table waiting_acts (
      id text primary key,
      kind text not null,
      thing_kind text not null,
      thing_id text not null,
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
    "create unique index waiting_acts_thing on waiting_acts (thing_kind, thing_id) where state = 'waiting'",
    'create index waiting_acts_alone on waiting_acts (made_by, made_at)',
    'create index waiting_acts_of_thing on waiting_acts (thing_id)',
    `update statement_lines set entry_id = null, state =
      case when exists (select 1 from statement_matches where line_id = statement_lines.id)
      then 'differs' else 'open' end where state = 'waiting'`,
    "update statement_entries set state = 'refused', ended_at = made_at where state = 'waiting'",
  ])
}
