import type { Kysely } from 'kysely'

/** How often who did what is limited, and the browsers that are not strangers at sign-in. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('limit_counts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('hits', 'integer', (column) => column.notNull())
    .addColumn('free_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('limit_counts_end').on('limit_counts').column('ends_at').execute()

  await db.schema
    .createTable('known_devices')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('known_devices_user').on('known_devices').column('user_id').execute()
  await db.schema.createIndex('known_devices_expiry').on('known_devices').column('expires_at').execute()
}
