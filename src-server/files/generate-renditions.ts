import type { AcceptedMimeType } from '#shared/upload.ts'
import type { AppContext, CallContext, ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { asServer, inServerTransaction, inTransaction } from '../platform/db/database.ts'
import type { FileTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { OutcomeUnknown } from '../platform/errors.ts'
import { isPicture } from '../platform/file-inspection/inspect-image.ts'
import { hashOfRendition, makeRendition } from './generate-rendition.ts'
import { readStored } from './inspect-file.ts'
import {
  findRendition,
  listFilesWithoutRendition,
  listUnhashedRenditions,
  type StoredRendition,
} from './rendition-queries.ts'

const FILES_AT_ONCE = 100

type PictureFile = { id: string; ownerId: string; mimeType: AcceptedMimeType }

/**
 * Generates the missing rendition of a file, such as one submitted without a prior upload. Concurrent calls for one
 * file share the work. Returns undefined when the picture cannot be decoded, which is recorded, or when the file was
 * deleted.
 * @throws what `makeRendition` throws
 */
export function generateRendition(ctx: CallContext, file: PictureFile): Promise<StoredRendition | undefined> {
  const running = ctx.app.files.runningRenditions
  const known = running.get(file.id)
  if (known) return known
  const work = makeAndAttach(ctx, file).finally(() => running.delete(file.id))
  running.set(file.id, work)
  return work
}

async function makeAndAttach(ctx: CallContext, file: PictureFile): Promise<StoredRendition | undefined> {
  const { app } = ctx
  // Another call may have finished since the caller read the row.
  const existing = await findRendition(app.db, file.id)
  if (existing) return existing
  const made = await makeRendition(app, file)
  if (!made) {
    await inTransaction(ctx, (tx) =>
      table('files').update(tx, { id: file.id, rendition_id: null }, { rendition_failed_at: timestamp(app.clock) }),
    )
    return undefined
  }
  const isAttached = await inTransaction(ctx, (tx) =>
    table('files').update(
      tx,
      { id: file.id, rendition_id: null },
      {
        rendition_id: made.id,
        rendition_size: made.size,
        rendition_sha256: made.sha256,
        rendition_failed_at: null,
      },
    ),
  ).catch(async (error) => {
    if (!(error instanceof OutcomeUnknown)) await app.storage.remove(made.id)
    throw error
  })
  if (!isAttached) await app.storage.remove(made.id)
  return isAttached ? made : findRendition(app.db, file.id)
}

/**
 * Generates all missing renditions one by one; returns how many were generated. An interrupted run is continued by the
 * next one, or when a file is viewed.
 */
export async function generateMissingRenditions(app: ServerContext): Promise<number> {
  return forEachFile(
    app,
    (after) => listFilesWithoutRendition(app.db, after, FILES_AT_ONCE),
    async (file) => (await generateRendition(asServer(app), file)) !== undefined,
  )
}

/** Computes the hashes of renditions that have none; returns how many were computed. */
export async function hashRenditions(app: ServerContext): Promise<number> {
  return forEachFile(
    app,
    (after) => listUnhashedRenditions(app.db, after, FILES_AT_ONCE),
    async (file) => {
      const sha256 = hashOfRendition(await readStored(app, file.renditionId))
      await inServerTransaction(app.db, (tx) =>
        table('files').update(tx, { id: file.id, rendition_id: file.renditionId }, { rendition_sha256: sha256 }),
      )
      return true
    },
  )
}

/** Generates the missing renditions of these files, so that they can be compared. Failures are logged and skipped. */
export async function generateRenditionForComparison(
  ctx: CallContext,
  files: readonly Pick<FileTable, 'id' | 'owner_id' | 'mime_type' | 'rendition_id' | 'rendition_failed_at'>[],
): Promise<void> {
  for (const { id, owner_id: ownerId, mime_type: mimeType, rendition_id, rendition_failed_at } of files)
    if (isPicture(mimeType) && rendition_id === null && rendition_failed_at === null)
      await generateRendition(ctx, { id, ownerId, mimeType }).catch((error: unknown) => noteFailure(ctx.app, id, error))
}

async function forEachFile<File extends { id: string }>(
  app: AppContext,
  next: (after: string) => Promise<File[]>,
  work: (file: File) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (let after = ''; ; ) {
    const files = await next(after)
    for (const file of files)
      try {
        if (await work(file)) done++
      } catch (error) {
        // An unreadable file must not stop the run.
        noteFailure(app, file.id, error)
      }
    const last = files.at(-1)
    if (!last) return done
    after = last.id
  }
}

function noteFailure({ log }: AppContext, fileId: string, error: unknown): void {
  log.error({ err: error, fileId }, 'could not generate a rendition')
}
