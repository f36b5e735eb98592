import type { Kysely } from 'kysely'

/** Who looked at what, and a sealed word per data key that proves the right key is in use. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('object_id', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_log_object').on('audit_log').columns(['object_id', 'at']).execute()

  await db.schema
    .createTable('vault_keys')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .addColumn('sentinel_sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
}
