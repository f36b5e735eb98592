import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * Numbers purges, and the states of attempts to pay, in the order in which they are committed: the logs beside the
 * backups resume by number, not by time. Each state of an attempt also gets an id.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop trigger purges_no_update`.execute(db)
  await numberRows(db, sql`lower(hex(randomblob(12)))`)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * Adds the columns and numbers the rows that exist: the attempts of an order in their order. `newId` is a random text.
 * The indexes by time are replaced.
 */
export async function numberRows(db: Kysely<never>, newId: RawBuilder<string>): Promise<void> {
  await sql`alter table purges add column sequence integer`.execute(db)
  await sql`alter table payout_attempts add column sequence integer`.execute(db)
  await sql`alter table payout_attempts add column state_id text`.execute(db)
  await sql`
    update purges set sequence = numbered.number
    from (select id as of, row_number() over (order by at, id) as number from purges) as numbered
    where purges.id = numbered.of`.execute(db)
  await sql`
    update payout_attempts set sequence = numbered.number, state_id = ${newId}
    from (
      select a.key as of, row_number() over (order by length(p.pay_key), p.pay_key, a.number) as number
      from payout_attempts a join payouts p on p.id = a.payout_id
    ) as numbered
    where payout_attempts.key = numbered.of`.execute(db)
  await sql`create unique index purges_sequence on purges (sequence)`.execute(db)
  await sql`create unique index payout_attempts_sequence on payout_attempts (sequence)`.execute(db)
  await sql`create index payout_attempts_state_id on payout_attempts (state_id)`.execute(db)
  await sql`drop index purges_at`.execute(db)
  await sql`drop index payout_attempts_answered`.execute(db)
}

const numberAttempt = `update payout_attempts set state_id = lower(hex(randomblob(12))),
  sequence = (select coalesce(max(sequence), 0) + 1 from payout_attempts) where key = new.key`

// A transaction is the only writer, so that its numbers follow those of all earlier ones.
const statements = [
  `create trigger purges_no_update before update on purges when old.sequence is not null
    begin select raise(abort, 'The purge log is append-only.'); end`,
  `create trigger purges_numbered after insert on purges when new.sequence is null
    begin update purges set sequence = (select coalesce(max(sequence), 0) + 1 from purges) where id = new.id; end`,
  `create trigger payout_attempts_numbered after insert on payout_attempts when new.sequence is null
    begin ${numberAttempt}; end`,
  `create trigger payout_attempts_renumbered after update of state on payout_attempts when new.state <> old.state
    begin ${numberAttempt}; end`,
]
