import type { AcceptedMimeType } from '#shared/upload.ts'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import { checkOwnOrder } from '../accounts/staff-links.ts'
import { type Actor, audit, auditNow, type CallSource } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { knownPage } from '../platform/db/page-pictures.ts'
import { decryptFile } from '../platform/encryption/encrypt-file.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { wholeBytes } from './damaged-file.ts'
import { isShownEvidence } from './evidence-queries.ts'
import { findFile } from './file-queries.ts'
import { generateRendition } from './generate-renditions.ts'

/** `fileSize` is in bytes. */
type ReadableFile = {
  fileName: string
  fileSize: number
  mimeType: AcceptedMimeType
  pageCount?: number
  bytes: AsyncIterable<Uint8Array>
}

/** The principal who requests a file; the ids of staff are set for those with that permission. */
type FileViewer = CallSource & {
  customerId: string | null
  reviewerId: string | null
  supportId: string | null
  financeId: string | null
  /** Called before a reviewer is shown a photo of this submission. @throws when they have lost the permission */
  assertMayOpenPhotos(submissionId: string): Promise<void>
}

/**
 * Returns a file for those who may read it, as `concerned` says. A read by staff is audited before. `form`: 'shown' is
 * the rendition, 'original' the uploaded bytes, 'download' those for the owner and the rendition for staff. `page` of a
 * PDF counts from 1.
 */
export async function readFile(
  ctx: CallContext,
  principal: FileViewer,
  id: string,
  form: 'shown' | 'download' | 'original',
  page = 1,
): Promise<ReadableFile> {
  const { app } = ctx
  const file = await findFile(app.db, id)
  if (!file) throw notFound()
  const { customerId, staffId, detail } = await concerned(app, file, principal)
  const isTheirs = principal.customerId !== null && principal.customerId === customerId
  if (!isTheirs && staffId === null) throw notFound()
  if (!isTheirs && file.message_id === null) await principal.assertMayOpenPhotos(detail)
  const { ip, apiToken } = principal
  const reader = { id: isTheirs ? customerId : staffId, ip, apiToken }
  if (!isTheirs && staffId !== null) await auditView(ctx, { id: staffId, ip, apiToken }, file, detail)
  const bytesOf = (key: string) =>
    wholeBytes(app, { id: file.id, of: detail }, reader, decryptFile(app.keyring, key, app.storage.read(key)))
  const isShown = form === 'shown' || (form === 'download' && !isTheirs)
  if (isShown && file.kind !== 'evidence') {
    const { id: key, size, pageCount } = await pictureOf(ctx, file, page)
    return {
      fileName: downloadName(file.file_name, 'image/jpeg'),
      fileSize: size,
      mimeType: 'image/jpeg',
      pageCount,
      bytes: bytesOf(key),
    }
  }
  return {
    fileName: downloadName(file.file_name, file.mime_type),
    fileSize: file.file_size,
    mimeType: file.mime_type,
    bytes: bytesOf(file.id),
  }
}

async function auditView(ctx: CallContext, staff: Actor, file: FoundFile, detail: string) {
  if (file.message_id !== null) return auditNow(ctx, staff, 'file.viewed', file.id, detail)
  await inTransaction(ctx, async (tx) => {
    const customerId = file.problem_seller_id ?? file.order_customer_id ?? file.owner_id
    await checkOwnOrder(ctx.app, tx, staff, { permission: 'review', customerId })
    await audit(ctx.app, tx, staff, 'file.viewed', file.id, detail)
  })
}

/** A page after the first one is drawn after it, which counts them. */
async function pictureOf(ctx: CallContext, file: FoundFile, page: number) {
  const { id, owner_id: ownerId, mime_type: mimeType } = file
  const shown = async (at: number, notShown: string) => {
    const picture = knownPage(file, at) ?? (await generateRendition(ctx, { id, ownerId, mimeType }, at))
    if (!picture || picture === 'failed') throw new AppError('unprocessable', notShown)
    return picture
  }
  const first = await shown(1, rejectedFileMessages.notShown)
  if (page === 1) return first
  const { pageCount = 1 } = first
  if (page > pageCount) throw new AppError('not_found', rejectedFileMessages.noPage(page, pageCount))
  return shown(page, rejectedFileMessages.pageNotShown(page))
}

type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** What it is attached to decides who may read a file, not its uploader. */
async function concerned({ db, clock }: AppContext, file: FoundFile, principal: FileViewer) {
  if (file.message_id !== null)
    return { customerId: file.chat_customer_id, staffId: principal.supportId, detail: file.chat_session_id ?? '' }
  if (file.problem_id !== null)
    return {
      customerId: file.problem_state === 'clawed-back' ? file.problem_seller_id : null,
      staffId: principal.reviewerId ?? principal.financeId,
      detail: file.problem_order_id ?? '',
    }
  if (file.kind === 'evidence') {
    const isShown = await isShownEvidence(db, file.id, timestamp(clock))
    return {
      customerId: isShown ? file.order_customer_id : null,
      staffId: principal.reviewerId,
      detail: file.submission_id ?? '',
    }
  }
  // Reviewers may see submitted photos only; an unattached upload is readable by its owner alone.
  const payerId = file.appealed_problem_id === null ? null : principal.financeId
  const staffId = file.submission_id === null ? null : (principal.reviewerId ?? payerId)
  return { customerId: file.owner_id, staffId, detail: file.submission_id ?? '' }
}

const endings: Readonly<Record<AcceptedMimeType, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
}

/** The name of a file with the ending of its detected type, so that no system opens it as a program or a page. */
function downloadName(name: string, type: AcceptedMimeType) {
  const hasEnding = (of: string) => endings[type].some((ending) => of.toLowerCase().endsWith(`.${ending}`))
  if (hasEnding(name)) return name
  const stem = name.replace(/\.\w{1,5}$/, '')
  return hasEnding(stem) ? stem : `${stem}.${endings[type][0]}`
}
