import type { UploadedFile } from '#shared/upload.ts'
import type { AppContext } from '../context.ts'
import { notFound } from '../errors.ts'
import { deleteUnattachedFile, insertFile } from './file-queries.ts'
import { storeFile } from './store-file.ts'

/**
 * Stores one file for an order or a message that is being written. It is on disk when the promise resolves, belongs to
 * its owner, and is swept when nothing claims it.
 * @throws as `storeFile`
 */
export async function saveUpload(
  ctx: AppContext,
  ownerId: string,
  file: { name: string; bytes: AsyncIterable<Uint8Array> },
): Promise<UploadedFile> {
  const stored = await storeFile(ctx, file)
  await insertFile(ctx.db, stored, { ownerId, position: 0 })
  return {
    id: stored.id,
    fileName: stored.name,
    fileSize: stored.size,
    mimeType: stored.mimeType,
    uploadedAt: stored.uploadedAt,
  }
}

/** Takes back an upload before it is submitted or sent. @throws AppError 'not_found' when it is not theirs or claimed. */
export async function removeUpload(ctx: AppContext, ownerId: string, id: string): Promise<void> {
  if (!(await deleteUnattachedFile(ctx.db, ownerId, id))) throw notFound()
  await ctx.storage.remove(id).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'an upload that was taken back is left to be swept')
  })
}
