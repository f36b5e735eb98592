import type { Db, Tx } from '../platform/db/database.ts'
import type { FileTable } from '../platform/db/file-tables.ts'
import {
  type KnownPictures,
  type PagePicture,
  pagePicturesOf,
  type StoredPicture,
} from '../platform/db/page-pictures.ts'
import { table } from '../platform/db/table.ts'

/** A stored, encrypted rendition without a row. `size` is in bytes; `sha256` is of the plain bytes. */
export type Rendition = StoredPicture & { sha256: string }

/** What everyone sees of a file in place of it. `pages` has those of a PDF after the first one. */
export type PictureColumns = KnownPictures & Pick<FileTable, 'rendition_sha256'>

export function pictureColumns({ id, size, sha256 }: Rendition, pages?: readonly PagePicture[]): PictureColumns {
  return {
    rendition_id: id,
    rendition_size: size,
    rendition_sha256: sha256,
    rendition_failed_at: null,
    page_pictures: pages ? JSON.stringify(pages) : null,
  }
}

/** Returns false when it was deleted or has a rendition. */
export async function attachRendition(tx: Tx, fileId: string, pictures: PictureColumns) {
  return table('files').update(tx, { id: fileId, rendition_id: null }, pictures)
}

export const findPictures = (db: Db, fileId: string) => table('files').findLocked(db, { id: fileId })

/** From page 2 on. Returns false when the file was deleted or has it. */
export async function attachPage(tx: Tx, fileId: string, page: number, picture: StoredPicture | 'failed') {
  const row = await findPictures(tx, fileId)
  const pages = row && pagePicturesOf(row)
  if (!pages || pages[page - 2]) return false
  pages[page - 2] = picture
  return table('files').update(tx, { id: fileId }, { page_pictures: JSON.stringify(pages) })
}

export async function listFilesWithoutRendition(db: Db, after: string, limit: number) {
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

export async function listUnhashedRenditions(db: Db, after: string, limit: number) {
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
