import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { AcceptedMimeType } from '#shared/upload.ts'
import type { AppContext } from '../context.ts'
import { encryptFile } from '../encryption/encrypt-file.ts'
import { isPicture } from '../file-inspection/inspect-image.ts'
import { newId } from '../ids.ts'
import { readStored } from './inspect-file.ts'

/** A picture drawn anew, encrypted and on disk, but in no row yet. `sha256` is of the plain bytes. */
export type Rendition = { id: string; size: number; sha256: string }

/**
 * Draws a stored picture anew for whoever looks at it: a JPEG with nothing in it but what is seen. Undefined for what can
 * be none: a PDF, or a picture that cannot be decoded.
 * @throws AppError 'unavailable' when too many wait for theirs; Error when the stored bytes were altered
 */
export async function makeRendition(
  ctx: AppContext,
  file: { id: string; ownerId: string; mimeType: AcceptedMimeType },
): Promise<Rendition | undefined> {
  const type = file.mimeType
  if (!isPicture(type)) return undefined
  const picture = await ctx.pictures.render({ type, ownerId: file.ownerId }, () => readStored(ctx, file.id))
  if (!picture) return undefined
  const id = newId()
  await ctx.storage.write(id, encryptFile(ctx.keyring, id, Readable.from([picture])))
  return { id, size: picture.length, sha256: hashOfRendition(picture) }
}

/** The same for every file that shows the same picture, whatever else is in it. */
export function hashOfRendition(picture: Uint8Array): string {
  return createHash('sha256').update(picture).digest('base64url')
}
