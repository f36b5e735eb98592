import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Box } from '#shared/redaction.ts'
import { sniffMimeType } from '#shared/upload.ts'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { encryptFile } from '../platform/encryption/encrypt-file.ts'
import { AppError, OutcomeUnknown } from '../platform/errors.ts'
import { isPicture } from '../platform/file-inspection/inspect-image.ts'
import { newId } from '../platform/ids.ts'
import { removeStored, type StoredFile } from './store-file.ts'

/** The name of the user's file may contain the card number. */
const EVIDENCE_NAME = 'evidence.jpg'

/** A picture as it was sent, and what is painted black on it. */
export type Redacted = { name: string; bytes: Buffer; boxes: readonly Box[] }

/**
 * Paints the boxes of a picture black, and stores only the painted picture, without a row.
 * @throws AppError 'unsupported_type' for what is no picture; 'unavailable' when the decoder is busy
 */
export async function storePainted(
  app: AppContext,
  ownerId: string,
  { name, bytes, boxes }: Redacted,
): Promise<StoredFile> {
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

/** Removes these stored files when `use` fails, unless it cannot know whether it did. */
export async function removeUnlessUsed<Result>(
  app: AppContext,
  stored: readonly StoredFile[],
  use: () => Promise<Result>,
): Promise<Result> {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) await Promise.all(stored.map((file) => removeStored(app, file)))
    throw error
  }
}
