import type { Kysely } from 'kysely'

/** Tokens that scripts call the documented API with: who made them, what they may do, and for which customer. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('maker_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('customer_id', 'text', (column) => column.references('users.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('last_used_at', 'text')
    .addColumn('revoked_at', 'text')
    .execute()
  await db.schema.createIndex('api_tokens_customer').on('api_tokens').column('customer_id').execute()
}
