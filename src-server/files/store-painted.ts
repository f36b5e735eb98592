import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Box } from '#shared/redaction.ts'
import { sniffMimeType } from '#shared/upload.ts'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { encryptFile } from '../platform/encryption/encrypt-file.ts'
import { AppError } from '../platform/errors.ts'
import { isPicture } from '../platform/file-inspection/inspect-image.ts'
import { newId } from '../platform/ids.ts'
import type { StoredFile } from './store-file.ts'

/** The name of the user's file may contain the card number. */
const EVIDENCE_NAME = 'evidence.jpg'

/** A picture as it was sent, and what is painted black on it. */
export type Redacted = { name: string; bytes: Buffer; boxes: readonly Box[] }

/**
 * Paints the boxes of a picture black, and stores only the painted picture, without a row.
 * @throws AppError 'unsupported_type' for what is no picture; 'storage_full'; 'unavailable' when the decoder is busy
 */
export async function storePainted(
  app: AppContext,
  ownerId: string,
  { name, bytes, boxes }: Redacted,
): Promise<StoredFile> {
  if (app.disk.isLow()) throw app.disk.rejection()
  const type = sniffMimeType(bytes)
  if (!type || type === 'image/heic' || !isPicture(type))
    throw new AppError('unsupported_type', rejectedFileMessages.noPicture(name))
  const picture = await app.files.pictures.render({ type, ownerId, boxes }, async () => bytes)
  if (!picture) throw new AppError('unsupported_type', rejectedFileMessages.unreadable(name))
  const id = newId()
  await app.storage.write(id, encryptFile(app.keyring, id, Readable.from([picture])))
  const sha256 = createHash('sha256').update(picture).digest('base64url')
  const facts = { size: picture.length, mimeType: 'image/jpeg', sha256, uploadedAt: timestamp(app.clock) } as const
  return { id, name: EVIDENCE_NAME, ...facts }
}
