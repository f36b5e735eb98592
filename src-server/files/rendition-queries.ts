import type { AcceptedMimeType } from '#shared/upload.ts'
import type { Db, Tx } from '../platform/db/database.ts'

/** A stored, encrypted rendition without a row. `size` is in bytes; `sha256` is of the plain bytes. */
export type Rendition = { id: string; size: number; sha256: string }

/** The storage key of a rendition and its size in bytes. */
export type StoredRendition = Pick<Rendition, 'id' | 'size'>

/** Records the rendition of a file; returns false when the file was deleted or has another rendition. */
export async function attachRendition(tx: Tx, fileId: string, rendition: Rendition): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({
      rendition_id: rendition.id,
      rendition_size: rendition.size,
      rendition_sha256: rendition.sha256,
      rendition_failed_at: null,
    })
    .where('id', '=', fileId)
    .where('rendition_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that the file cannot be decoded, so that no further attempt is made. */
export async function noteRenditionFailed(tx: Tx, fileId: string, at: string): Promise<void> {
  await tx
    .updateTable('files')
    .set({ rendition_failed_at: at })
    .where('id', '=', fileId)
    .where('rendition_id', 'is', null)
    .execute()
}

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

/** Records the hash of a rendition if it is still the file's. */
export async function updateRenditionHash(
  tx: Tx,
  file: { id: string; renditionId: string },
  sha256: string,
): Promise<void> {
  await tx
    .updateTable('files')
    .set({ rendition_sha256: sha256 })
    .where('id', '=', file.id)
    .where('rendition_id', '=', file.renditionId)
    .execute()
}
