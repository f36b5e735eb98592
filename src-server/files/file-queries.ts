import type { Db } from '../db/database.ts'
import type { FileTable } from '../db/schema.ts'
import type { StoredFile } from './store-file.ts'

export async function insertFile(
  db: Db,
  file: StoredFile,
  owner: { ownerId: string; submissionId: string | null; position: number },
): Promise<void> {
  await db
    .insertInto('files')
    .values({
      id: file.id,
      owner_id: owner.ownerId,
      submission_id: owner.submissionId,
      position: owner.position,
      file_name: file.name,
      file_size: file.size,
      mime_type: file.mimeType,
      sha256: file.sha256,
      uploaded_at: file.uploadedAt,
    })
    .execute()
}

export async function findFile(db: Db, id: string): Promise<FileTable | undefined> {
  return db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
}

/** This person's files of these ids that no order has claimed. */
export async function listUnattachedFiles(db: Db, ownerId: string, ids: readonly string[]): Promise<FileTable[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .where('submission_id', 'is', null)
    .execute()
}

export async function attachFile(
  db: Db,
  id: string,
  to: { submissionId: string; position: number; fileName: string },
): Promise<void> {
  await db
    .updateTable('files')
    .set({ submission_id: to.submissionId, position: to.position, file_name: to.fileName })
    .where('id', '=', id)
    .execute()
}

export async function listFilesOf(db: Db, submissionIds: readonly string[]): Promise<FileTable[]> {
  if (submissionIds.length === 0) return []
  return db
    .selectFrom('files')
    .selectAll()
    .where('submission_id', 'in', submissionIds)
    .orderBy('submission_id')
    .orderBy('position')
    .execute()
}

/** Deletes an unclaimed file's row; true when there was one of this person. */
export async function deleteUnattachedFile(db: Db, ownerId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('submission_id', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the rows of files uploaded before `before` and never claimed; answers their ids. */
export async function deleteAbandonedFiles(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('files')
    .where('submission_id', 'is', null)
    .where('uploaded_at', '<', before)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
