import { type Kysely, sql } from 'kysely'

/**
 * 0008, 0009 and 0014 were edited after they had landed. Creates what the edits changed once more, so that databases
 * migrated before them have the schema of all others.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const indexes = ['submissions_payout_newest', 'submissions_erase_code', 'audit_log_at', 'audit_log_photos']
  for (const index of indexes) await db.schema.dropIndex(index).ifExists().execute()
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
  await db.schema.createIndex('audit_log_at').on('audit_log').columns(['at', 'sequence']).execute()
  await sql`create index audit_log_photos on audit_log (detail) where action = 'file.viewed'`.execute(db)

  await sql`drop trigger submissions_deleted`.execute(db)
  await sql`create trigger submissions_deleted after delete on submissions begin
    insert into submission_counts (status, month, count) values (old.status, substr(old.created_at, 1, 7), -1)
      on conflict (status, month) do update set count = count + -1;
    delete from submission_counts where status = old.status and month = substr(old.created_at, 1, 7) and count = 0;
    insert into submission_search (submission_search, rowid, email, card_type, id)
      select 'delete', number, old.email, old.card_type, old.id from submission_numbers where submission_id = old.id;
    delete from submission_numbers where submission_id = old.id;
  end`.execute(db)
  // The trigger of before left counts of 0.
  await sql`delete from submission_counts where count = 0`.execute(db)
}
