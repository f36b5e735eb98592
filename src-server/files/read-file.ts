import { writeEntry } from '../audit/write-entry.ts'
import type { AppContext } from '../context.ts'
import type { FileTable } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { unsealFile } from '../vault/seal-file.ts'
import { findFile } from './file-queries.ts'

export type ReadableFile = Pick<FileTable, 'file_name' | 'file_size' | 'mime_type'> & {
  bytes: AsyncIterable<Uint8Array>
}

/**
 * A photo for its owner or for whoever reviews it; what reviewers open is written to the audit log first.
 * @throws AppError 'not_found' when it does not exist or is somebody else's.
 */
export async function readFile(
  ctx: AppContext,
  viewer: { customerId: string | null; reviewerId: string | null; ip: string },
  id: string,
): Promise<ReadableFile> {
  const file = await findFile(ctx.db, id)
  if (!file) throw notFound()
  const isOwner = viewer.customerId === file.owner_id
  // Reviewers see what was submitted; a photo somebody is still choosing is theirs alone.
  if (!isOwner && !(viewer.reviewerId && file.submission_id)) throw notFound()
  if (!isOwner)
    await writeEntry(ctx, {
      actorId: viewer.reviewerId,
      action: 'file.viewed',
      objectId: file.id,
      detail: file.submission_id ?? '',
      ip: viewer.ip,
    })
  return {
    file_name: file.file_name,
    file_size: file.file_size,
    mime_type: file.mime_type,
    bytes: unsealFile(ctx.keyring, file.id, ctx.storage.read(file.id)),
  }
}
