import { type Kysely, sql } from 'kysely'

/**
 * The picture that staff look at instead of the file itself: its bytes in storage and how many, or when it turned out
 * that there can be none. Nothing of it: not drawn yet, or the file is no picture.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('files').addColumn('rendition_id', 'text').execute()
  await db.schema.alterTable('files').addColumn('rendition_size', 'integer').execute()
  await db.schema.alterTable('files').addColumn('rendition_failed_at', 'text').execute()
  await db.schema.createIndex('files_rendition').on('files').column('rendition_id').unique().execute()
  await db.schema
    .createIndex('files_undrawn')
    .on('files')
    .column('id')
    .where(sql.ref('rendition_id'), 'is', null)
    .where(sql.ref('rendition_failed_at'), 'is', null)
    .execute()
}
