import type { UploadedFile } from '#shared/submission-schema.ts'
import { MAX_WAITING_FILES, rejectedFileMessages } from '#shared/upload-errors.ts'
import { lockUser } from '../accounts/account-queries.ts'
import type { CallContext } from '../context.ts'
import { type Db, inShortTransaction, inTransaction } from '../platform/db/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { countUnattachedFiles, deleteUnattachedFile, insertFile } from './file-queries.ts'
import { uploadedFileView } from './file-view.ts'
import { removeUnlessUsed, storeFile } from './store-file.ts'

const RETRY_AFTER_SECONDS = 60 * 60

/** Commits an upload of an unsent submission or message, which is swept if it is never attached. */
export async function saveUpload(
  ctx: CallContext,
  ownerId: string,
  file: { name: string; bytes: AsyncIterable<Uint8Array> },
): Promise<UploadedFile> {
  const { app } = ctx
  await assertRoom(app.db, ownerId)
  const stored = await storeFile(app, { ...file, ownerId })
  await removeUnlessUsed(app, [stored], () =>
    inShortTransaction(ctx, async (tx) => {
      // Staff and API tokens upload several files at once.
      await lockUser(tx, ownerId)
      await assertRoom(tx, ownerId)
      await insertFile(tx, stored, { ownerId, position: 0 })
    }),
  )
  return uploadedFileView(stored)
}

export async function removeUpload(ctx: CallContext, ownerId: string, id: string) {
  const keys = await inTransaction(ctx, (tx) => deleteUnattachedFile(tx, ownerId, id))
  if (!keys) throw notFound()
  for (const key of keys)
    await ctx.app.storage.remove(key).catch((error: unknown) => {
      ctx.app.log.warn({ err: error }, 'could not remove a cancelled upload, leaving it to the sweep')
    })
}

async function assertRoom(db: Db, ownerId: string) {
  if ((await countUnattachedFiles(db, ownerId)) < MAX_WAITING_FILES) return
  throw new AppError('too_many_requests', rejectedFileMessages.tooManyWaiting, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
