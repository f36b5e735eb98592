import { payoutFileMessages } from '#shared/payout-file.ts'
import type { MarkFileSentInput, PutFileBackInput } from '#shared/payout-file-schema.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'
import { lockPayout } from '../lock-payout.ts'
import { markPaid, putBack } from '../pay-by-hand.ts'
import { getNewestAttempt } from '../send-payout.ts'
import { type FileRow, listFileRows } from './file-queries.ts'

/**
 * Records that payouts of a file were paid, all that are being sent or the given ones: all of them or none. Each gets
 * its own reference, or the one of the call.
 */
export async function markFileSent(
  ctx: CallContext,
  staff: Actor,
  { id, reference, payouts }: MarkFileSentInput,
): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const own = new Map(payouts?.map((each) => [each.id, each.reference]))
    for (const row of await rowsOf(tx, id, payouts && [...own.keys()])) {
      await assertWithFile(tx, row)
      await markPaid(app, tx, staff, { id: row.payout_id, reference: own.get(row.payout_id) || reference })
    }
  })
}

/** Records that payouts of a file were not paid: all or none. For the file of another it takes two colleagues. */
export async function putFileBack(ctx: CallContext, staff: Actor, { id, ids }: PutFileBackInput): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    for (const row of await rowsOf(tx, id, ids && [...new Set(ids)])) {
      await assertWithFile(tx, row)
      await putBack(app, tx, staff, { id: row.payout_id })
    }
  })
}

/** The named payouts of a file, or all that are being sent, always in the same order. */
async function rowsOf(tx: Tx, fileId: string, ids: readonly string[] | undefined): Promise<FileRow[]> {
  if (!(await table('payout_files').find(tx, { id: fileId }))) throw notFound()
  const all = await listFileRows(tx, fileId)
  const missing = ids?.find((id) => !all.some(({ payout_id }) => payout_id === id))
  if (missing !== undefined) throw new AppError('not_found', payoutFileMessages.notInFile(missing))
  const rows = all.filter(({ payout_id, state }) => (ids ? ids.includes(payout_id) : state === 'calling'))
  if (rows.length === 0) throw conflict(payoutFileMessages.allEnded)
  return rows.toSorted((one, other) => (one.payout_id < other.payout_id ? -1 : 1))
}

/** Conflicts when the payout was put back since, also if it is being sent another way. */
async function assertWithFile(tx: Tx, { payout_id, attempt_key }: FileRow) {
  const { payout } = await lockPayout(tx, { id: payout_id })
  const attempt = await getNewestAttempt(tx, payout_id)
  if (payout.state !== 'sending' || attempt.key !== attempt_key) throw conflict(payoutFileMessages.hasEnded(payout_id))
}
