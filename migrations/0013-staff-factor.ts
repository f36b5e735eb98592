import type { Kysely } from 'kysely'

/** Second factors of staff, the way in past them, and passwords that were handed out to be replaced. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('must_change_password', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'text', (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('secret_sealed', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('last_step', 'integer', (column) => column.notNull())
    .addColumn('wrong_codes', 'integer', (column) => column.notNull())
    .addColumn('wrong_since', 'text')
    .execute()

  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .addPrimaryKeyConstraint('recovery_codes_code', ['user_id', 'code_hash'])
    .execute()

  await db.schema
    .createTable('sign_in_tickets')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('tries_left', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sign_in_tickets_user').on('sign_in_tickets').column('user_id').execute()
  await db.schema.createIndex('sign_in_tickets_expiry').on('sign_in_tickets').column('expires_at').execute()
}
