import type { UploadedFile } from '#shared/submission-schema.ts'
import { MAX_WAITING_FILES, rejectedFileMessages } from '#shared/upload-errors.ts'
import type { AppContext } from '../context.ts'
import { type Db, inShortTransaction, inTransaction } from '../db/database.ts'
import { AppError, notFound, OutcomeUnknown } from '../errors.ts'
import { isPicture } from '../file-inspection/inspect-image.ts'
import { countUnattachedFiles, deleteUnattachedFile, insertFile } from './file-queries.ts'
import { makeRendition } from './generate-rendition.ts'
import type { Rendition } from './rendition-queries.ts'
import { type StoredFile, storeFile } from './store-file.ts'

const RETRY_AFTER_SECONDS = 60 * 60

/**
 * Stores an upload for a submission or message that is still being written. Pictures are decoded first. It is committed
 * when the promise resolves, and swept if it is never attached.
 * @throws what `storeFile` throws; AppError 'unsupported_type' when a picture cannot be decoded; 'unavailable' when the
 * rendition queue is full; 'too_many_requests' when the user has too many unattached uploads
 */
export async function saveUpload(
  ctx: AppContext,
  ownerId: string,
  file: { name: string; bytes: AsyncIterable<Uint8Array> },
): Promise<UploadedFile> {
  await assertRoom(ctx.db, ownerId)
  const stored = await storeFile(ctx, { ...file, ownerId })
  let rendition: Rendition | undefined
  try {
    rendition = await decoded(ctx, { ...stored, ownerId })
    await inShortTransaction(ctx, async (tx) => {
      await assertRoom(tx, ownerId)
      await insertFile(tx, stored, { ownerId, position: 0 }, rendition)
    })
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) {
      await ctx.storage.remove(stored.id)
      if (rendition) await ctx.storage.remove(rendition.id)
    }
    throw error
  }
  return {
    id: stored.id,
    fileName: stored.name,
    fileSize: stored.size,
    mimeType: stored.mimeType,
    uploadedAt: stored.uploadedAt,
  }
}

/** Deletes an unattached upload. @throws AppError 'not_found' when it is attached or belongs to another user. */
export async function removeUpload(ctx: AppContext, ownerId: string, id: string): Promise<void> {
  const keys = await inTransaction(ctx, (tx) => deleteUnattachedFile(tx, ownerId, id))
  if (!keys) throw notFound()
  for (const key of keys)
    await ctx.storage.remove(key).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'could not remove a cancelled upload, leaving it to the sweep')
    })
}

async function decoded(ctx: AppContext, file: StoredFile & { ownerId: string }): Promise<Rendition | undefined> {
  if (!isPicture(file.mimeType)) return undefined
  const rendition = await makeRendition(ctx, file)
  if (!rendition) throw new AppError('unsupported_type', rejectedFileMessages.unreadable(file.name))
  return rendition
}

async function assertRoom(db: Db, ownerId: string): Promise<void> {
  if ((await countUnattachedFiles(db, ownerId)) < MAX_WAITING_FILES) return
  throw new AppError('too_many_requests', rejectedFileMessages.tooManyWaiting, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
