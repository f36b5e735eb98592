import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { AcceptedMimeType } from '#shared/upload.ts'
import type { AppContext } from '../context.ts'
import { encryptFile } from '../platform/encryption/encrypt-file.ts'
import { isPicture } from '../platform/file-inspection/inspect-image.ts'
import { newId } from '../platform/ids.ts'
import { readStored } from './inspect-file.ts'
import type { Rendition } from './rendition-queries.ts'

/**
 * Re-encodes a stored picture as a JPEG that contains only what is visible. Returns undefined for a PDF and for a
 * picture that cannot be decoded.
 * @throws AppError 'unavailable' when the queue is full; Error when the stored bytes were altered
 */
export async function makeRendition(
  app: AppContext,
  file: { id: string; ownerId: string; mimeType: AcceptedMimeType },
): Promise<Rendition | undefined> {
  const type = file.mimeType
  if (!isPicture(type)) return undefined
  const picture = await app.files.pictures.render({ type, ownerId: file.ownerId }, () => readStored(app, file.id))
  if (!picture) return undefined
  const id = newId()
  await app.storage.write(id, encryptFile(app.keyring, id, Readable.from([picture])))
  return { id, size: picture.length, sha256: hashOfRendition(picture) }
}

/** Returns the same hash for all files that show the same picture, whatever else they contain. */
export function hashOfRendition(picture: Uint8Array): string {
  return createHash('sha256').update(picture).digest('base64url')
}
