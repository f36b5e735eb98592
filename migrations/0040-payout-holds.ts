import { type Kysely, sql } from 'kysely'

/** Holds for review are found among the holds of all payouts. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index payout_holds_review on payout_holds (payout_id)
    where kind = 'review' and lifted_at is null`.execute(db)
}
