import { type Kysely, sql } from 'kysely'
import { makeAppendOnly } from './append-only.ts'

/** Chains the audit log: every entry is numbered and carries a hash of itself and the previous one. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('audit_log')
    .addColumn('sequence', 'bigint')
    .addColumn('hash', 'text')
    .addColumn('token_id', 'text')
    .execute()
  await db.schema.createIndex('audit_log_sequence').unique().on('audit_log').column('sequence').execute()
  await db.schema.createIndex('audit_log_actor').on('audit_log').columns(['actor_id', 'sequence']).execute()
  await db.schema.createIndex('audit_log_action').on('audit_log').columns(['action', 'sequence']).execute()
  await db.schema.createIndex('audit_log_at').on('audit_log').columns(['at', 'sequence']).execute()
  await sql`create index audit_log_photos on audit_log (detail) where action = 'file.viewed'`.execute(db)
  const message = 'The audit log is append-only.'
  await makeAppendOnly(db, { table: 'audit_log', message, condition: 'old.hash is not null' })
}
