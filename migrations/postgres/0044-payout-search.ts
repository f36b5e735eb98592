import { type Kysely, sql } from 'kysely'
import { createPayoutSearch } from '../0044-payout-search.ts'

/** What payouts are found by, and a number for a corrected reference, given at the commit as in 0042. */
export async function up(db: Kysely<never>): Promise<void> {
  await createPayoutSearch(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create function payout_reference_corrected() returns trigger language plpgsql as $$ begin
    perform name from named_locks where name = 'log-sequence' for update;
    update payout_attempts set state_id = gen_random_uuid()::text,
      sequence = (select coalesce(max(sequence), 0) + 1 from payout_attempts)
      where payout_id = new.id and state = 'settled';
    return null; end $$`,
  `create constraint trigger payouts_reference_corrected after update of reference on payouts
    deferrable initially deferred for each row
    when (old.state = 'paid' and new.state = 'paid' and new.reference is not null
      and new.reference is distinct from old.reference)
    execute function payout_reference_corrected()`,
]
