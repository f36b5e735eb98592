import { type Kysely, sql } from 'kysely'

/**
 * Several fingerprints for one card, so that it is found however it was typed; the fingerprint of a drawn picture; and
 * whom a mail is for, whichever address it went to.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('card_fingerprints')
    .addColumn('submission_id', 'text', (column) => column.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('card_fingerprints_key', ['submission_id', 'fingerprint'])
    .execute()
  await sql`insert into card_fingerprints (submission_id, fingerprint)
    select id, card_fingerprint from submissions where card_fingerprint is not null`.execute(db)
  await db.schema
    .createIndex('card_fingerprints_found')
    .on('card_fingerprints')
    .columns(['fingerprint', 'submission_id'])
    .execute()
  await db.schema.dropIndex('submissions_card_newest').execute()
  await db.schema.alterTable('submissions').dropColumn('card_fingerprint').execute()

  await db.schema.alterTable('submissions').addColumn('fingerprint_rules', 'integer').execute()
  await db.schema.dropIndex('submissions_without_payout_fingerprint').execute()
  // Partial: it is empty once the orders from before have their fingerprints.
  await db.schema
    .createIndex('submissions_without_fingerprints')
    .on('submissions')
    .column('id')
    .where(sql.ref('fingerprint_rules'), 'is', null)
    .where(sql.ref('payout_details_sealed'), 'is not', null)
    .execute()

  await db.schema.alterTable('files').addColumn('rendition_sha256', 'text').execute()
  await db.schema
    .createIndex('files_rendition_sha256')
    .on('files')
    .columns(['rendition_sha256', 'submission_id'])
    .where(sql.ref('rendition_sha256'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('files_rendition_without_sha256')
    .on('files')
    .column('id')
    .where(sql.ref('rendition_sha256'), 'is', null)
    .where(sql.ref('rendition_id'), 'is not', null)
    .execute()

  await db.schema.alterTable('mail_outbox').addColumn('user_id', 'text').execute()
  await sql`update mail_outbox set user_id =
    (select id from users where users.email = mail_outbox.recipient and users.role = 'customer')`.execute(db)
  await db.schema.createIndex('mail_outbox_user').on('mail_outbox').column('user_id').execute()
}
