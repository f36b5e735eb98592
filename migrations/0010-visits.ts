import type { Kysely } from 'kysely'

/** What is counted and not written down elsewhere, and the way to the newest decisions. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('visit_counts')
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'text', (column) => column.notNull())
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('visit_counts_pk', ['what', 'starts_at', 'page'])
    .execute()
  // With all a first decision is found by, so that the table itself is not read.
  await db.schema
    .createIndex('status_changes_newest')
    .on('status_changes')
    .columns(['to_status', 'changed_at', 'submission_id', 'version'])
    .execute()
}
