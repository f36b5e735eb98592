import { type Kysely, sql } from 'kysely'

/** What a customer needs to tell their sessions apart, and the links that replace a forgotten password. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('user_agent', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('last_seen_at', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update sessions set last_seen_at = created_at`.execute(db)

  await db.schema
    .createTable('password_resets')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute()
  await db.schema.createIndex('password_resets_user').on('password_resets').column('user_id').execute()
  await db.schema.createIndex('password_resets_expiry').on('password_resets').column('expires_at').execute()
}
