import { type Kysely, sql } from 'kysely'

/** The payout log finds attempts by the time of their answer. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('payout_attempts_answered')
    .on('payout_attempts')
    .columns(['answered_at', 'key'])
    .where(sql.ref('answered_at'), 'is not', null)
    .execute()
}
