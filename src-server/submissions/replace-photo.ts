import type { ReplacePhotoInput } from '#shared/order-change-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { attachFiles, choosableFiles } from '../files/attach-files.ts'
import { deleteFileOf, listFilesOf } from '../files/file-queries.ts'
import { inTransaction } from '../platform/db/database.ts'
import { AppError, conflict, invalid } from '../platform/errors.ts'
import { changeStatus, reasonCodeOf } from './change-status.ts'
import { removeTraces } from './purge-submission.ts'
import { goneFile, lockOwnOrder } from './submission-rules.ts'

const messages = {
  decided: "This order is not pending any more, so your photo wasn't replaced. Look at its status first.",
  repeated: 'This photo is in your order already. Please choose another one.',
}

/** The version increases, so that a decision on the former photo is a conflict. A repeat changes nothing. */
export async function replacePhoto(ctx: CallContext, customer: Actor, input: ReplacePhotoInput) {
  const { id, fileId, newFileId } = input
  const { disk } = ctx.app
  if (disk.isLow()) throw disk.rejection()
  await inTransaction(ctx, async (tx, app) => {
    const order = await lockOwnOrder(tx, customer.id, id)
    const present = await listFilesOf(tx, id)
    const former = present.find((file) => file.id === fileId)
    if (!former && present.some((file) => file.id === newFileId)) return
    if (order.status !== 'pending') throw conflict(messages.decided)
    if (!former) throw new AppError('not_found', goneFile, { field: 'files' })
    const [chosen] = await choosableFiles(tx, customer.id, { fileIds: [newFileId], received: [] }, goneFile)
    if (!chosen || present.some(({ sha256 }) => sha256 === chosen.sha256)) throw invalid('files', messages.repeated)
    removeTraces(app, tx, await deleteFileOf(tx, id, fileId))
    await attachFiles(tx, customer.id, { submissionId: id }, [chosen], [], former.position)
    const { status_reason: reason } = order
    const kept = { status: 'pending', reason, reasonCode: reasonCodeOf(order) } as const
    await changeStatus(app, tx, order, { ...kept, changedBy: customer.id, resumed: { columns: {} } })
    await audit(app, tx, customer, 'submission.photo-replaced', id, `${fileId} by ${newFileId}`)
  })
}
