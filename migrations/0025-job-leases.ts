import type { Kysely } from 'kysely'

/** Which node runs a scheduled job of the whole site, and until when it must have renewed its lease. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('job_leases')
    .addColumn('job', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute()
}
