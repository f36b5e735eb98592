import type { AcceptedMimeType } from '#shared/upload.ts'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import { writeEntry } from '../audit/write-entry.ts'
import type { AppContext } from '../context.ts'
import { decryptFile } from '../encryption/encrypt-file.ts'
import { AppError, notFound } from '../errors.ts'
import { isPicture } from '../file-inspection/inspect-image.ts'
import { wholeBytes } from './damaged-file.ts'
import { findFile } from './file-queries.ts'
import { generateRendition } from './generate-renditions.ts'
import type { StoredRendition } from './rendition-queries.ts'

/** Bytes to send, with what a browser has to know of them. `fileSize` is bytes. */
export type ReadableFile = {
  fileName: string
  fileSize: number
  mimeType: AcceptedMimeType
  bytes: AsyncIterable<Uint8Array>
}

/** Who asks for a file; `reviewerId` and `supportId` say what staff may do. */
export type FileViewer = {
  customerId: string | null
  reviewerId: string | null
  supportId: string | null
  /** Asked before a reviewer is shown a photo of this order. @throws when they may not see any more now */
  assertMayOpenPhotos(submissionId: string): Promise<void>
  ip: string
}

/**
 * A file for those it concerns: a photo of a card for its owner and whoever reviews it, what came with a chat message
 * for the conversation's customer and for support. What staff open is written to the audit log first.
 * @param form 'shown': of a picture the one that was drawn anew from it; 'original': the bytes that were uploaded
 * @throws what `assertMayOpenPhotos` throws; AppError 'not_found' when it does not exist or is somebody else's; 'unprocessable' when it cannot be shown,
 *   'unavailable' when too many pictures wait to be drawn; its bytes throw 'internal' when they are damaged
 */
export async function readFile(
  ctx: AppContext,
  principal: FileViewer,
  id: string,
  form: 'shown' | 'original',
): Promise<ReadableFile> {
  const file = await findFile(ctx.db, id)
  if (!file) throw notFound()
  const { customerId, staffId, detail } = concerned(file, principal)
  const isTheirs = principal.customerId !== null && principal.customerId === customerId
  if (!isTheirs && staffId === null) throw notFound()
  if (!isTheirs && file.message_id === null) await principal.assertMayOpenPhotos(detail)
  if (!isTheirs)
    await writeEntry(ctx, { actorId: staffId, action: 'file.viewed', objectId: file.id, detail, ip: principal.ip })
  const asking = { actorId: isTheirs ? customerId : staffId, ip: principal.ip }
  const bytesOf = (key: string) =>
    wholeBytes(ctx, { id: file.id, of: detail }, asking, decryptFile(ctx.keyring, key, ctx.storage.read(key)))
  if (form === 'shown' && isPicture(file.mime_type)) {
    const { id: key, size } = await renditionOf(ctx, file)
    const fileName = `${file.file_name.replace(/\.\w{1,5}$/, '')}.jpg`
    return { fileName, fileSize: size, mimeType: 'image/jpeg', bytes: bytesOf(key) }
  }
  return {
    fileName: file.file_name,
    fileSize: file.file_size,
    mimeType: file.mime_type,
    bytes: bytesOf(file.id),
  }
}

async function renditionOf(ctx: AppContext, file: FoundFile): Promise<StoredRendition> {
  const { id, owner_id: ownerId, mime_type: mimeType, rendition_id: key, rendition_size: size } = file
  if (key !== null && size !== null) return { id: key, size }
  const drawn = file.rendition_failed_at === null ? await generateRendition(ctx, { id, ownerId, mimeType }) : undefined
  if (!drawn) throw new AppError('unprocessable', rejectedFileMessages.notShown)
  return drawn
}

type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** Which customer, and who of staff if they ask, may read a file: what it belongs to decides, never who uploaded it. */
function concerned(file: FoundFile, principal: FileViewer) {
  if (file.message_id !== null)
    return { customerId: file.chat_customer_id, staffId: principal.supportId, detail: file.chat_session_id ?? '' }
  // Reviewers see what was submitted; a photo somebody is still choosing is theirs alone.
  const staffId = file.submission_id === null ? null : principal.reviewerId
  return { customerId: file.owner_id, staffId, detail: file.submission_id ?? '' }
}
