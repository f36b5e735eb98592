import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { AcceptedMimeType } from '#shared/upload.ts'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import type { AppContext } from '../context.ts'
import { keysOfPages, type PagePicture, pageKey } from '../platform/db/page-pictures.ts'
import { decryptFile, encryptFile } from '../platform/encryption/encrypt-file.ts'
import { AppError } from '../platform/errors.ts'
import { askClamd } from '../platform/file-inspection/clamd-client.ts'
import type { FileFault } from '../platform/file-inspection/worker-job.ts'
import { newId } from '../platform/ids.ts'
import { type PictureColumns, pictureColumns, type Rendition } from './rendition-queries.ts'

/** The pages of a PDF that are drawn when it is uploaded. Each of the others is drawn at its first view. */
const PAGES_AT_UPLOAD = 5

export type DrawnFile = { id: string; name: string; ownerId: string; mimeType: AcceptedMimeType }

/** Pictures in memory: of the first page, and of the others, null where none was drawn. */
type Pictures = { first: Uint8Array; others: (Uint8Array | 'failed' | null)[] }

/** Scans a file for viruses and draws it: a picture, or the first pages of a PDF. */
export async function drawUpload(app: AppContext, file: DrawnFile, read: () => Promise<Buffer>): Promise<Pictures> {
  const draw = (page: number, bytes = read) =>
    app.files.pictures.render({ type: file.mimeType, ownerId: file.ownerId, page }, bytes)
  const first = await draw(1, () => scanned(app, file, read))
  if (first.fault !== undefined) throw new AppError('unsupported_type', refusal(file, first.fault))
  const others: Pictures['others'] = Array.from({ length: first.pageCount - 1 }, () => null)
  for (let page = 2; page <= Math.min(PAGES_AT_UPLOAD, first.pageCount); page++) {
    const drawn = await draw(page)
    others[page - 2] = drawn.fault === undefined ? drawn.picture : 'failed'
  }
  return { first: first.picture, others }
}

/** When it rejects, none of them stays in storage. */
export async function storePictures(
  app: Pick<AppContext, 'keyring' | 'storage'>,
  file: DrawnFile,
  { first, others }: Pictures,
): Promise<PictureColumns> {
  const rendition = await storePicture(app, newId(), first)
  if (file.mimeType !== 'application/pdf') return pictureColumns(rendition)
  const pages: PagePicture[] = []
  try {
    for (const picture of others)
      if (picture === null || picture === 'failed') pages.push(picture)
      else {
        const { id, size } = await storePicture(app, pageKey(file.id, newId()), picture)
        pages.push({ id, size })
      }
    return pictureColumns(rendition, pages)
  } catch (error) {
    for (const key of [rendition.id, ...keysOfPages(pages)]) await app.storage.remove(key)
    throw error
  }
}

type Store = Pick<AppContext, 'keyring' | 'storage'>

export async function storePicture({ keyring, storage }: Store, id: string, picture: Uint8Array): Promise<Rendition> {
  await storage.write(id, encryptFile(keyring, id, Readable.from([picture])))
  return { id, size: picture.length, sha256: hashOfRendition(picture) }
}

/** Returns the same hash for all files that show the same picture, whatever else they contain. */
export function hashOfRendition(picture: Uint8Array) {
  return createHash('sha256').update(picture).digest('base64url')
}

/** @throws when they were altered. */
export async function readStored(app: Store, id: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of decryptFile(app.keyring, id, app.storage.read(id))) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function scanned(app: AppContext, { name }: DrawnFile, read: () => Promise<Buffer>) {
  const bytes = await read()
  const found = app.config.clamd && (await askClamd(app.config.clamd, Readable.from([bytes])))
  if (found === undefined) return bytes
  app.log.warn({ found }, 'the virus scanner rejected a file')
  throw new AppError('unsupported_type', rejectedFileMessages.infected(name))
}

const faultMessages: Readonly<Record<FileFault, (name: string) => string>> = {
  unreadable: rejectedFileMessages.unreadable,
  'too-many-pixels': rejectedFileMessages.tooManyPixels,
  encrypted: rejectedFileMessages.encryptedPdf,
  'too-many-pages': rejectedFileMessages.tooManyPages,
}

export function refusal({ name, mimeType }: Pick<DrawnFile, 'name' | 'mimeType'>, fault: FileFault) {
  if (fault === 'unreadable' && mimeType === 'application/pdf') return rejectedFileMessages.unreadablePdf(name)
  return faultMessages[fault](name)
}
