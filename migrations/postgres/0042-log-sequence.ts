import { type Kysely, sql } from 'kysely'
import { numberRows } from '../0042-log-sequence.ts'

/** Numbers purges and the states of attempts to pay in the order of their commits. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop trigger purges_no_update on purges`.execute(db)
  await numberRows(db, sql`gen_random_uuid()::text`)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * Numbers are given at the commit, under a lock that ends with it: a reader that sees a number sees all lower ones. As the
 * last lock of its transaction, it cannot cause a deadlock.
 */
const lock = `perform name from named_locks where name = 'log-sequence' for update`

const statements = [
  `insert into named_locks (name) values ('log-sequence')`,
  `create trigger purges_no_update before update on purges for each row when (old.sequence is not null)
    execute function purges_is_append_only()`,
  `create function purge_numbered() returns trigger language plpgsql as $$ begin
    ${lock};
    update purges set sequence = (select coalesce(max(sequence), 0) + 1 from purges) where id = new.id;
    return null; end $$`,
  `create constraint trigger purges_numbered after insert on purges deferrable initially deferred
    for each row when (new.sequence is null) execute function purge_numbered()`,
  `create function payout_attempt_numbered() returns trigger language plpgsql as $$ begin
    ${lock};
    update payout_attempts set state_id = gen_random_uuid()::text,
      sequence = (select coalesce(max(sequence), 0) + 1 from payout_attempts) where key = new.key;
    return null; end $$`,
  `create constraint trigger payout_attempts_numbered after insert on payout_attempts deferrable initially deferred
    for each row when (new.sequence is null) execute function payout_attempt_numbered()`,
  `create constraint trigger payout_attempts_renumbered after update of state on payout_attempts
    deferrable initially deferred
    for each row when (new.state <> old.state) execute function payout_attempt_numbered()`,
]
