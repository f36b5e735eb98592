import type { AcceptedMimeType } from '#shared/upload.ts'
import type { Db } from '../platform/db/database.ts'

/** A stored, encrypted rendition without a row. `size` is in bytes; `sha256` is of the plain bytes. */
export type Rendition = { id: string; size: number; sha256: string }

/** The storage key of a rendition and its size in bytes. */
export type StoredRendition = Pick<Rendition, 'id' | 'size'>

export async function findRendition(db: Db, fileId: string): Promise<StoredRendition | undefined> {
  const row = await db
    .selectFrom('files')
    .select(['rendition_id as id', 'rendition_size as size'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  return row?.id && row.size !== null ? { id: row.id, size: row.size } : undefined
}

/** Returns pictures with an id above `after` that have no rendition, by id. */
export async function listFilesWithoutRendition(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; ownerId: string; mimeType: AcceptedMimeType }[]> {
  return (
    db
      .selectFrom('files')
      .select(['id', 'owner_id as ownerId', 'mime_type as mimeType'])
      .where('id', '>', after)
      .where('mime_type', '!=', 'application/pdf')
      // Evidence was decoded before it was stored.
      .where('kind', '!=', 'evidence')
      .where('rendition_id', 'is', null)
      .where('rendition_failed_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

/** Returns renditions without a hash, of files with an id above `after`, by file id. */
export async function listUnhashedRenditions(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; renditionId: string }[]> {
  return db
    .selectFrom('files')
    .select((select) => ['id', select.ref('rendition_id').$notNull().as('renditionId')])
    .where('id', '>', after)
    .where('rendition_id', 'is not', null)
    .where('rendition_sha256', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}
