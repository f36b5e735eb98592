import { writeEntry } from '../audit/write-entry.ts'
import type { AppContext } from '../context.ts'
import type { FileTable } from '../db/submission-tables.ts'
import { notFound } from '../errors.ts'
import { unsealFile } from '../vault/seal-file.ts'
import { wholeBytes } from './damaged-file.ts'
import { findFile } from './file-queries.ts'

export type ReadableFile = Pick<FileTable, 'file_name' | 'file_size' | 'mime_type'> & {
  bytes: AsyncIterable<Uint8Array>
}

/** Who asks for a file; `reviewerId` and `supportId` say what staff may do. */
export type FileViewer = {
  customerId: string | null
  reviewerId: string | null
  supportId: string | null
  ip: string
}

/**
 * A file for those it concerns: a photo of a card for its owner and whoever reviews it, what came with a chat message
 * for the conversation's customer and for support. What staff open is written to the audit log first.
 * @throws AppError 'not_found' when it does not exist or is somebody else's; its bytes throw 'internal' when they are damaged.
 */
export async function readFile(ctx: AppContext, viewer: FileViewer, id: string): Promise<ReadableFile> {
  const file = await findFile(ctx.db, id)
  if (!file) throw notFound()
  const { customerId, staffId, detail } = concerned(file, viewer)
  const isTheirs = viewer.customerId !== null && viewer.customerId === customerId
  if (!isTheirs && staffId === null) throw notFound()
  if (!isTheirs)
    await writeEntry(ctx, { actorId: staffId, action: 'file.viewed', objectId: file.id, detail, ip: viewer.ip })
  return {
    file_name: file.file_name,
    file_size: file.file_size,
    mime_type: file.mime_type,
    bytes: wholeBytes(
      ctx,
      { id: file.id, of: detail },
      { actorId: isTheirs ? customerId : staffId, ip: viewer.ip },
      unsealFile(ctx.keyring, file.id, ctx.storage.read(file.id)),
    ),
  }
}

type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** Which customer, and who of staff if they ask, may read a file: what it belongs to decides, never who uploaded it. */
function concerned(file: FoundFile, viewer: FileViewer) {
  if (file.message_id !== null)
    return { customerId: file.chat_customer_id, staffId: viewer.supportId, detail: file.chat_session_id ?? '' }
  // Reviewers see what was submitted; a photo somebody is still choosing is theirs alone.
  const staffId = file.submission_id === null ? null : viewer.reviewerId
  return { customerId: file.owner_id, staffId, detail: file.submission_id ?? '' }
}
