import { type Kysely, sql } from 'kysely'
import { makeAppendOnly } from './append-only.ts'

/** Retired data keys, when an order reached its end and was purged, and the log of purges. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['resealed_at', 'retired_at', 'kept_keys_sealed'])
    await db.schema.alterTable('vault_keys').addColumn(column, 'text').execute()
  for (const column of ['final_at', 'purged_at'])
    await db.schema.alterTable('submissions').addColumn(column, 'text').execute()
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
  await makeAppendOnly(db, { table: 'purges', message: 'The purge log is append-only.' })
}
