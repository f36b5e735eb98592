import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Box } from '#shared/redaction.ts'
import { sniffMimeType, uploadMessages } from '#shared/upload.ts'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import { checkOwnOrder, markedDetail } from '../accounts/own-orders.ts'
import { reviewOrPay } from '../accounts/review-or-pay.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { encryptFile } from '../platform/encryption/encrypt-file.ts'
import { AppError, notFound, OutcomeUnknown } from '../platform/errors.ts'
import { isPicture } from '../platform/file-inspection/inspect-image.ts'
import { newId } from '../platform/ids.ts'
import { findOrderOfFiles } from './evidence-queries.ts'
import { insertFile } from './file-queries.ts'
import { removeStored, type StoredFile } from './store-file.ts'

/** The name of the user's file may contain the card number. */
const EVIDENCE_NAME = 'evidence.jpg'

type NewEvidence = { submissionId: string; boxes: readonly Box[] }

/**
 * Adds a picture of what a member of staff saw to an order, with `boxes` painted black. Only the painted picture is
 * stored; the bytes that were sent stay in memory. Returns its id.
 * @throws AppError 'not_found'; 'unsupported_type' for what is no picture; 'forbidden' for an own order;
 *   'storage_full'; 'unavailable' when the decoder is busy
 */
export async function addEvidence(
  ctx: CallContext,
  staff: Actor,
  { submissionId, boxes }: NewEvidence,
  file: { name: string; bytes: Buffer },
): Promise<{ id: string }> {
  const { app } = ctx
  if (app.disk.isLow()) throw app.disk.rejection()
  const order = await findOrderOfFiles(app.db, submissionId)
  if (!order) throw notFound()
  const stored = await storePainted(app, staff.id, boxes, file)
  try {
    await inTransaction(ctx, async (tx) => {
      const permission = await reviewOrPay(tx, staff)
      const mark = await checkOwnOrder(app, tx, staff, { permission, customerId: order.user_id })
      await insertFile(tx, stored, { ownerId: staff.id, submissionId, kind: 'evidence', position: 0 })
      const detail = boxes.length === 1 ? '1 box' : `${boxes.length} boxes`
      await audit(app, tx, staff, 'evidence.added', submissionId, markedDetail(mark, detail))
    })
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) await removeStored(app, stored)
    throw error
  }
  return { id: stored.id }
}

async function storePainted(
  app: AppContext,
  ownerId: string,
  boxes: readonly Box[],
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<StoredFile> {
  const type = sniffMimeType(bytes)
  if (!type || type === 'image/heic' || !isPicture(type))
    throw new AppError('unsupported_type', uploadMessages.unsupported(name))
  const picture = await app.files.pictures.render({ type, ownerId, boxes }, async () => bytes)
  if (!picture) throw new AppError('unsupported_type', rejectedFileMessages.unreadable(name))
  const id = newId()
  await app.storage.write(id, encryptFile(app.keyring, id, Readable.from([picture])))
  const sha256 = createHash('sha256').update(picture).digest('base64url')
  const facts = { size: picture.length, mimeType: 'image/jpeg', sha256, uploadedAt: timestamp(app.clock) } as const
  return { id, name: EVIDENCE_NAME, ...facts }
}
