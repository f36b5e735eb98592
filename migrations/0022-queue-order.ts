import type { Kysely } from 'kysely'

/** The review queue by card value, the highest first. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('submissions_status_value')
    .on('submissions')
    .columns(['status', 'card_value_cents desc', 'created_at', 'id'])
    .execute()
}
