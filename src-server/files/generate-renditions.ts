import type { AcceptedMimeType } from '#shared/upload.ts'
import type { AppContext, CallContext, ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { asServer, inServerTransaction, inTransaction } from '../platform/db/database.ts'
import type { FileTable } from '../platform/db/file-tables.ts'
import { knownPage, pageKey } from '../platform/db/page-pictures.ts'
import { table } from '../platform/db/table.ts'
import { OutcomeUnknown } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { hashOfRendition, readStored, storePicture } from './draw-upload.ts'
import {
  attachPage,
  attachRendition,
  findPictures,
  listFilesWithoutRendition,
  listUnhashedRenditions,
  pictureColumns,
} from './rendition-queries.ts'

const FILES_AT_ONCE = 100

type DrawableFile = { id: string; ownerId: string; mimeType: AcceptedMimeType }

/** Draws a page once for concurrent calls, and stores it. Undefined when it cannot be drawn or its file was deleted. */
export function generateRendition(ctx: CallContext, file: DrawableFile, page = 1) {
  const running = ctx.app.files.runningRenditions
  const key = `${file.id} ${page}`
  const known = running.get(key)
  if (known) return known
  const work = makeAndAttach(ctx, file, page).finally(() => running.delete(key))
  running.set(key, work)
  return work
}

async function makeAndAttach(ctx: CallContext, file: DrawableFile, page: number) {
  const { app } = ctx
  const { id, ownerId, mimeType: type } = file
  // Another call may have finished since the caller read the row.
  const known = await shownPage(app, id, page)
  if (known) return known
  const drawing = await app.files.pictures.render({ type, ownerId, page }, () => readStored(app, id))
  if (drawing.fault !== undefined) {
    const at = timestamp(app.clock)
    await inTransaction(ctx, (tx) =>
      page === 1
        ? table('files').update(tx, { id, rendition_id: null }, { rendition_failed_at: at })
        : attachPage(tx, id, page, 'failed'),
    )
    return undefined
  }
  const stored = await storePicture(app, page === 1 ? newId() : pageKey(id, newId()), drawing.picture)
  const pages = type === 'application/pdf' ? Array.from({ length: drawing.pageCount - 1 }, () => null) : undefined
  await inTransaction(ctx, (tx) =>
    page === 1
      ? attachRendition(tx, id, pictureColumns(stored, pages))
      : attachPage(tx, id, page, { id: stored.id, size: stored.size }),
  ).catch(async (error) => {
    if (!(error instanceof OutcomeUnknown)) await app.storage.remove(stored.id)
    throw error
  })
  const shown = await shownPage(app, id, page)
  if (shown?.id !== stored.id) await app.storage.remove(stored.id)
  return shown
}

async function shownPage({ db }: AppContext, fileId: string, page: number) {
  const pictures = await findPictures(db, fileId)
  const known = pictures && knownPage(pictures, page)
  return known === 'failed' ? undefined : known
}

export async function generateMissingRenditions(app: ServerContext) {
  return forEachFile(
    app,
    (after) => listFilesWithoutRendition(app.db, after, FILES_AT_ONCE),
    async (file) => (await generateRendition(asServer(app), file)) !== undefined,
  )
}

export async function hashRenditions(app: ServerContext) {
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
) {
  for (const { id, owner_id: ownerId, mime_type: mimeType, rendition_id, rendition_failed_at } of files)
    if (mimeType !== 'application/pdf' && rendition_id === null && rendition_failed_at === null)
      await generateRendition(ctx, { id, ownerId, mimeType }).catch((error: unknown) => noteFailure(ctx.app, id, error))
}

async function forEachFile<File extends { id: string }>(
  app: AppContext,
  next: (after: string) => Promise<File[]>,
  work: (file: File) => Promise<boolean>,
) {
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

function noteFailure({ log }: AppContext, fileId: string, error: unknown) {
  log.error({ err: error, fileId }, 'could not generate a rendition')
}
