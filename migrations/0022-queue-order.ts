import { type Kysely, sql } from 'kysely'

/**
 * The review queue by card value, the highest first. A partial index, which SQLite uses only for queries that name its
 * condition; otherwise it would take it for every query with a status.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('submissions_status_value')
    .on('submissions')
    .columns(['status', 'card_value_cents desc', 'created_at', 'id'])
    .where(sql<boolean>`card_value_cents >= 0`)
    .execute()
}
