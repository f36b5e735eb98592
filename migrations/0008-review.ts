import { type Kysely, sql } from 'kysely'

/** Decisions that can be taken back, claims, notes, and what tells that two orders have something in common. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumn(db, 'submissions', 'payout_fingerprint')
  await addColumn(db, 'submissions', 'erase_code_at')
  // Partial: most orders have nothing to erase, registrations have no account, and once the orders from before have
  // their fingerprint the third index is empty.
  await db.schema
    .createIndex('submissions_payout_newest')
    .on('submissions')
    .columns(['payout_fingerprint', 'created_at'])
    .where(sql.ref('payout_fingerprint'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('submissions_erase_code')
    .on('submissions')
    .column('erase_code_at')
    .where(sql.ref('erase_code_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('submissions_without_payout_fingerprint')
    .on('submissions')
    .column('id')
    .where(sql.ref('payout_fingerprint'), 'is', null)
    .where(sql.ref('payout_details_sealed'), 'is not', null)
    .execute()
  await db.schema.dropIndex('submissions_fingerprint').execute()
  await db.schema
    .createIndex('submissions_card_newest')
    .on('submissions')
    .columns(['card_fingerprint', 'created_at'])
    .execute()
  await db.schema.createIndex('files_sha256').on('files').columns(['sha256', 'submission_id']).execute()

  await addColumn(db, 'status_changes', 'undo_until')
  await addColumn(db, 'status_changes', 'undo_mark')
  await addColumn(db, 'status_changes', 'mail_id')
  await addColumn(db, 'status_changes', 'card_brand')
  await sql`update status_changes set card_brand =
    (select card_brand from submissions where submissions.id = status_changes.submission_id)`.execute(db)
  await db.schema
    .createIndex('status_changes_brand_newest')
    .on('status_changes')
    .columns(['card_brand', 'to_status', 'changed_at'])
    .execute()

  await db.schema
    .createTable('review_claims')
    .addColumn('submission_id', 'text', (column) =>
      column.primaryKey().references('submissions.id').onDelete('cascade'),
    )
    .addColumn('holder_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('lease_until', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('order_notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('submission_id', 'text', (column) => column.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('author_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('client_note_id', 'text')
    .addColumn('text_sealed', 'text', (column) => column.notNull())
    .addColumn('written_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('order_notes_repeat', ['author_id', 'client_note_id'])
    .execute()
  await db.schema.createIndex('order_notes_order').on('order_notes').columns(['submission_id', 'written_at']).execute()
}

async function addColumn(db: Kysely<never>, table: string, column: string): Promise<void> {
  await db.schema.alterTable(table).addColumn(column, 'text').execute()
}
