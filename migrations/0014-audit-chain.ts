import { type Kysely, sql } from 'kysely'

/**
 * Chains the audit log: every entry is numbered and carries a checksum over itself and the one before. Entries from
 * before are chained at the next start, which has the key (`audit/chain-old-entries.ts`); from then on none of them
 * can be changed or deleted.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('audit_log').addColumn('sequence', 'integer').execute()
  await db.schema.alterTable('audit_log').addColumn('hash', 'text').execute()
  await db.schema.alterTable('audit_log').addColumn('token_id', 'text').execute()
  await db.schema.createIndex('audit_log_sequence').unique().on('audit_log').column('sequence').execute()
  await db.schema.createIndex('audit_log_actor').on('audit_log').columns(['actor_id', 'sequence']).execute()
  await db.schema.createIndex('audit_log_action').on('audit_log').columns(['action', 'sequence']).execute()
  await db.schema.createIndex('audit_log_at').on('audit_log').columns(['at', 'sequence']).execute()
  // The photos of an order are found by the order, which their entries name in the detail.
  await sql`create index audit_log_photos on audit_log (detail) where action = 'file.viewed'`.execute(db)

  // SQLite's own words: PostgreSQL has its triggers written as functions.
  await sql`
    create trigger audit_log_no_update before update on audit_log when old.hash is not null
    begin select raise(abort, 'The audit log is append-only.'); end
  `.execute(db)
  await sql`
    create trigger audit_log_no_delete before delete on audit_log
    begin select raise(abort, 'The audit log is append-only.'); end
  `.execute(db)
}
