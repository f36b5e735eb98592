import type { Kysely } from 'kysely'
import { appendOnly, execute, executeOfEngine } from './statements.ts'

/** The audit log, in which every entry has a hash of itself and the previous one, and the log of purges. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
  await executeOfEngine(
    db,
    appendOnly({ table: 'audit_log', message: 'The audit log is append-only.', updatesWhen: 'old.hash is not null' }),
  )
  await executeOfEngine(
    db,
    appendOnly({ table: 'purges', message: 'The purge log is append-only.', updatesWhen: 'old.sequence is not null' }),
  )
  await executeOfEngine(db, { sqlite, postgres })
}

const tables = [
  `create table audit_log (
    id text primary key,
    at text not null,
    actor_id text,
    action text not null,
    object_id text not null,
    detail text not null,
    ip text not null,
    sequence bigint,
    hash text,
    token_id text)`,
  `create index audit_log_object on audit_log (object_id, at)`,
  `create unique index audit_log_sequence on audit_log (sequence)`,
  `create index audit_log_actor on audit_log (actor_id, sequence)`,
  `create index audit_log_action on audit_log (action, sequence)`,
  `create index audit_log_at on audit_log (at, sequence)`,
  `create index audit_log_photos on audit_log (detail) where action = 'file.viewed'`,
  `create index audit_log_actor_action on audit_log (actor_id, action, at)`,
  `create table purges (
    id text primary key,
    what text not null,
    subject_id text not null,
    at text not null,
    sequence integer)`,
  `create unique index purges_sequence on purges (sequence)`,
]

const numberPurge =
  'update purges set sequence = (select coalesce(max(sequence), 0) + 1 from purges) where id = new.id;'

const sqlite = [
  `create trigger purges_numbered after insert on purges when new.sequence is null begin ${numberPurge} end`,
]

const postgres = [
  // At the commit and under a lock, as the states of attempts to pay in 0007.
  `create function purge_numbered() returns trigger language plpgsql as $$ begin
    perform name from named_locks where name = 'log-sequence' for update;
    ${numberPurge}
    return null; end $$`,
  `create constraint trigger purges_numbered after insert on purges deferrable initially deferred
    for each row when (new.sequence is null) execute function purge_numbered()`,
]
