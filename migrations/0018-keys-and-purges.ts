import { type Kysely, sql } from 'kysely'

/**
 * What rotation and retention need: which data keys are out of use, when an order reached its end and when its number
 * and photos went, and a log of every purge, which a restored backup is held against.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['resealed_at', 'retired_at', 'kept_keys_sealed'])
    await db.schema.alterTable('vault_keys').addColumn(column, 'text').execute()

  for (const column of ['final_at', 'purged_at'])
    await db.schema.alterTable('submissions').addColumn(column, 'text').execute()
  await sql`update submissions set final_at = updated_at where status in ('completed', 'rejected', 'failed')`.execute(
    db,
  )
  // Partial: it holds the orders of the last weeks, however many there are.
  await db.schema
    .createIndex('submissions_to_purge')
    .on('submissions')
    .column('final_at')
    .where(sql.ref('final_at'), 'is not', null)
    .where(sql.ref('purged_at'), 'is', null)
    .execute()

  await db.schema
    .createTable('purges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('purges_at').on('purges').columns(['at', 'id']).execute()
  // SQLite's own words: PostgreSQL has its triggers written as functions.
  await sql`
    create trigger purges_no_update before update on purges
    begin select raise(abort, 'The purge log is append-only.'); end
  `.execute(db)
  await sql`
    create trigger purges_no_delete before delete on purges
    begin select raise(abort, 'The purge log is append-only.'); end
  `.execute(db)
}
