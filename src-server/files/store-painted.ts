import type { Box } from '#shared/redaction.ts'
import { sniffMimeType } from '#shared/upload.ts'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { refusal, storePicture } from './draw-upload.ts'
import type { StoredFile } from './store-file.ts'

/** The name of the user's file may contain the card number. */
const EVIDENCE_NAME = 'evidence.jpg'

export type Redacted = { name: string; bytes: Buffer; boxes: readonly Box[] }

/** Paints the boxes of a picture black, and stores only the painted picture, without a row. */
export async function storePainted(
  app: AppContext,
  ownerId: string,
  { name, bytes, boxes }: Redacted,
): Promise<StoredFile> {
  if (app.disk.isLow()) throw app.disk.rejection()
  if (sniffMimeType(bytes) === 'application/pdf')
    throw new AppError('unsupported_type', rejectedFileMessages.noPicture(name))
  const { picture } = await drawInMemory(app, ownerId, { name, bytes, boxes })
  const { id, size, sha256 } = await storePicture(app, newId(), picture)
  const uploaded_at = timestamp(app.clock)
  return { id, file_name: EVIDENCE_NAME, file_size: size, mime_type: 'image/jpeg', sha256, uploaded_at }
}

/** Draws a picture or a page of a PDF, from 1, with its boxes painted black, and stores nothing. */
export async function drawInMemory(
  { files }: Pick<AppContext, 'files'>,
  ownerId: string,
  { name, bytes, boxes, page }: Redacted & { page?: number },
): Promise<{ picture: Uint8Array; pageCount: number }> {
  const mimeType = sniffMimeType(bytes)
  if (!mimeType || mimeType === 'image/heic')
    throw new AppError('unsupported_type', rejectedFileMessages.noPicture(name))
  const drawing = await files.pictures.render({ type: mimeType, ownerId, boxes, page }, async () => bytes)
  if (drawing.fault === undefined) return drawing
  throw new AppError('unsupported_type', refusal({ name, mimeType }, drawing.fault))
}
