import type { AcceptedMimeType } from '#shared/upload.ts'
import type { Db } from '../db/database.ts'
import type { Rendition } from './make-rendition.ts'

/** Notes the picture that was drawn of a file. False when the file is gone, or has one meanwhile. */
export async function attachRendition(db: Db, fileId: string, rendition: Rendition): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ rendition_id: rendition.id, rendition_size: rendition.size, rendition_failed_at: null })
    .where('id', '=', fileId)
    .where('rendition_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that no picture can be drawn of a file, so that nobody tries again. */
export async function noteRenditionFailed(db: Db, fileId: string, at: string): Promise<void> {
  await db
    .updateTable('files')
    .set({ rendition_failed_at: at })
    .where('id', '=', fileId)
    .where('rendition_id', 'is', null)
    .execute()
}

export async function findRendition(db: Db, fileId: string): Promise<Rendition | undefined> {
  const row = await db
    .selectFrom('files')
    .select(['rendition_id as id', 'rendition_size as size'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  return row?.id && row.size !== null ? { id: row.id, size: row.size } : undefined
}

/** Pictures with an id above `after` that nobody has drawn yet, in the order of their ids. */
export async function listUndrawnFiles(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; mimeType: AcceptedMimeType }[]> {
  return db
    .selectFrom('files')
    .select(['id', 'mime_type as mimeType'])
    .where('id', '>', after)
    .where('mime_type', '!=', 'application/pdf')
    .where('rendition_id', 'is', null)
    .where('rendition_failed_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}
