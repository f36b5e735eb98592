import { payoutFileMessages } from '#shared/payout-file.ts'
import type {
  MadePayoutFile,
  MakePayoutFileInput,
  MarkFileSentInput,
  PutFileBackInput,
} from '#shared/payout-file-schema.ts'
import type { BeginInput } from '#shared/payout-schema.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { PayoutFileTable } from '../../platform/db/payout-tables.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'
import { newId, newPrefixedId } from '../../platform/ids.ts'
import { lockPayout } from '../change-payout.ts'
import { begin, lockReady, markPaid, putBack } from '../pay-by-hand.ts'
import { getNewestAttempt } from '../send-payout.ts'
import { type FileRow, listFileRows } from './file-queries.ts'
import { fileLine, writeFile } from './write-file.ts'

type LeftOut = MadePayoutFile['leftOut']

/**
 * Makes a payment file of ready payouts and locks them for this person, as if each were begun by hand. Those that do
 * not fit are left out with the reason. A repeat with the same request key returns the same file.
 */
export async function makePayoutFile(
  ctx: CallContext,
  staff: Actor,
  input: MakePayoutFileInput,
): Promise<MadePayoutFile> {
  const made: PayoutFileTable = {
    id: newPrefixedId('PF'),
    format: input.format,
    request_key: input.requestKey ?? newId(),
    made_by: staff.id,
    made_at: timestamp(ctx.app.clock),
  }
  return inTransaction(ctx, async (tx, app) => {
    if (!(await table('payout_files').insertOnce(tx, made))) return repeated(app, tx, staff, made, input)
    const leftOut = await fill(app, tx, staff, made, input)
    return { ...(await writeFile(app, tx, staff, made, false)), leftOut }
  })
}

async function fill(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  file: PayoutFileTable,
  { payouts, account }: MakePayoutFileInput,
): Promise<LeftOut> {
  const leftOut: LeftOut = []
  const asked = new Map(payouts.map((each) => [each.id, each]))
  // Always in the same order, so that two calls do not wait for each other.
  for (const input of [...asked.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const reason = await putIn(app, tx, staff, file, { ...input, account })
    if (reason !== undefined) leftOut.push({ id: input.id, reason })
  }
  const [first] = leftOut
  if (first && leftOut.length === asked.size) throw conflict(payoutFileMessages.nothingFits(first.reason))
  return leftOut
}

async function putIn(app: AppContext, tx: Tx, staff: Actor, file: PayoutFileTable, input: BeginInput) {
  try {
    const ready = await lockReady(app, tx, staff, input)
    const fits = await fileLine(tx, file.format, ready)
    if ('reason' in fits) return fits.reason
    await begin(app, tx, staff, ready, { account: input.account, detail: file.id })
    const { key: attempt_key } = await getNewestAttempt(tx, input.id)
    await table('payout_file_rows').insert(tx, { file_id: file.id, payout_id: input.id, attempt_key })
    return undefined
  } catch (error) {
    // Thrown before anything of this payout was written.
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function repeated(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  made: PayoutFileTable,
  { payouts }: MakePayoutFileInput,
) {
  const file = await table('payout_files').find(tx, { made_by: made.made_by, request_key: made.request_key })
  if (!file) throw new Error('A file was made with this request key and cannot be found.')
  const inFile = new Set((await listFileRows(tx, file.id)).map(({ payout_id }) => payout_id))
  const others = payouts.filter(({ id }) => !inFile.has(id))
  const leftOut = others.map(({ id }) => ({ id, reason: payoutFileMessages.wasLeftOut }))
  return { ...(await writeFile(app, tx, staff, file, true)), leftOut }
}

/**
 * Records that payouts of a file were paid, all that are being sent or the given ones: all of them or none. Each gets
 * its own reference, or the one of the call.
 */
export async function markFileSent(ctx: CallContext, staff: Actor, { id, reference, payouts }: MarkFileSentInput) {
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
