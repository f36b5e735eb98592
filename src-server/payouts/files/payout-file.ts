import { payoutMessages } from '#shared/payout.ts'
import { payoutFileMessages } from '#shared/payout-file.ts'
import type {
  MadePayoutFile,
  MakePayoutFileInput,
  MarkFileSentInput,
  PayoutFile,
  PayoutFileContent,
  PayoutFileDetail,
  PayoutFileListInput,
  PutFileBackInput,
} from '#shared/payout-file-schema.ts'
import type { BeginInput } from '#shared/payout-schema.ts'
import type { IdInput } from '#shared/text-schema.ts'
import { getPerson } from '../../accounts/account-queries.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { PayoutFileTable } from '../../platform/db/payout-tables.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, conflict } from '../../platform/errors.ts'
import { idsOf } from '../../platform/ids.ts'
import { fieldsOf } from '../../platform/without-nulls.ts'
import { chosenOf, countOf, inOrder, insertBatch, newBatch } from '../batch.ts'
import { lockPayout, lockPayoutFor } from '../change-payout.ts'
import { destinationOf } from '../destination.ts'
import { getPayouts } from '../list-payouts.ts'
import { begin, lockReady, markPaid, putBack } from '../pay-by-hand.ts'
import { getNewestAttempt } from '../send-payout.ts'
import { fileHeads, fileLine } from './file-line.ts'
import { type FileRow, getNamedFile, listFilePage, listFileRows, type NamedFile, sumFiles } from './file-queries.ts'

/** A page of the payment files, newest first. */
export async function listPayoutFiles({ db }: AppContext, input: PayoutFileListInput) {
  const { rows, pagination } = await listFilePage(db, input)
  const sumsOf = await sumFiles(db, idsOf(rows))
  return { data: rows.map((row) => view(row, sumsOf)), pagination }
}

/** A file with its payouts as they are now. */
export async function getPayoutFile(app: AppContext, { id }: IdInput): Promise<PayoutFileDetail> {
  const file = await viewFile(app.db, id)
  const outcomes = new Map((await listFileRows(app.db, id)).map((row) => [row.id, row.state]))
  const payouts = await getPayouts(app, [...outcomes.keys()])
  return { ...file, payouts: payouts.map((each) => ({ ...each, outcome: outcomes.get(each.id) ?? 'put-back' })) }
}

const viewFile = async (db: Db, id: string) => view(await getNamedFile(db, id), await sumFiles(db, [id]))

function view(row: NamedFile, sumsOf: Awaited<ReturnType<typeof sumFiles>>): PayoutFile {
  const { sending, sent, 'put-back': putBack } = sumsOf(row.id)
  const madeBy = fieldsOf(row, 'made_by as id', 'made_by_name as name')
  return { ...fieldsOf(row, 'id', 'format', 'made_at'), madeBy, sending, sent, putBack }
}

/**
 * Makes a payment file of ready payouts and locks them for this person, as if each were begun by hand. Those that do
 * not fit are left out with the reason. A repeat with the same request key returns the same file.
 */
export async function makePayoutFile(
  ctx: CallContext,
  staff: Actor,
  { format, requestKey, payouts, account }: MakePayoutFileInput,
): Promise<MadePayoutFile> {
  return inTransaction(ctx, async (tx, app) => {
    const made = { ...newBatch(app, staff, 'PF', requestKey), format }
    const { batch: file, isRepeat } = await insertBatch(tx, table('payout_files'), made)
    const inFile = new Set(idsOf(await listFileRows(tx, file.id)))
    const leftOut: MadePayoutFile['leftOut'] = []
    const asked = inOrder([...new Map(payouts.map((each) => [each.id, each])).values()])
    for (const input of asked.filter(({ id }) => !inFile.has(id))) {
      const reason = isRepeat ? payoutFileMessages.wasLeftOut : await putIn(app, tx, staff, file, { ...input, account })
      if (reason !== undefined) leftOut.push({ id: input.id, reason })
    }
    const [first] = leftOut
    if (!isRepeat && first && leftOut.length === asked.length)
      throw conflict(payoutFileMessages.nothingFits(first.reason))
    return { ...(await contentOf(app, tx, staff, file, isRepeat)), leftOut }
  })
}

async function putIn(app: AppContext, tx: Tx, staff: Actor, file: PayoutFileTable, input: BeginInput) {
  try {
    const ready = await lockReady(app, tx, staff, input)
    await fileLine(tx, file.format, ready)
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

/**
 * The content of a file with the payouts that are being sent: what was marked as sent or put back must not be paid
 * twice. `isAgain`: its maker has read it before, so that each payout gets an audit entry.
 */
async function contentOf(app: AppContext, tx: Tx, staff: Actor, file: PayoutFileTable, isAgain: boolean) {
  const { id: fileId, format } = file
  const lines: string[] = []
  for (const { id } of (await listFileRows(tx, fileId)).filter(isSending)) {
    const { payout, order, audit: auditPayout } = await lockPayoutFor(app, tx, staff, { id })
    const details = destinationOf(app, payout, order)
    if (!details) throw new AppError('unprocessable', payoutMessages.noDetails)
    lines.push(await fileLine(tx, format, { payout, order, details }))
    if (isAgain) await auditPayout('payout.shown-again', fileId)
  }
  if (lines.length === 0) throw conflict(payoutFileMessages.allEnded)
  await audit(app, tx, staff, 'payouts.exported', fileId, `${format}, ${countOf(lines, 'payout', isAgain)}`)
  return {
    file: await viewFile(tx, fileId),
    name: `payouts-${format}-${fileId}.csv`,
    content: fileHeads[format] + lines.join(''),
  }
}

/** Returns a file again to the person who made it, with the payouts that are still being sent. */
export async function downloadPayoutFile(ctx: CallContext, staff: Actor, { id }: IdInput): Promise<PayoutFileContent> {
  return inTransaction(ctx, async (tx, app) => {
    const file = await table('payout_files').getLocked(tx, { id })
    if (file.made_by !== staff.id) throw conflict(payoutFileMessages.madeBy((await getPerson(tx, file.made_by)).name))
    return contentOf(app, tx, staff, file, true)
  })
}

/**
 * Records that payouts of a file were paid, all that are being sent or the given ones: all of them or none. Each gets
 * its own reference, or the one of the call.
 */
export async function markFileSent(ctx: CallContext, staff: Actor, { id, reference, payouts }: MarkFileSentInput) {
  const own = new Map(payouts?.map((each) => [each.id, each.reference]))
  await ofFile(ctx, id, payouts && [...own.keys()], (app, tx, paid) =>
    markPaid(app, tx, staff, { id: paid, reference: own.get(paid) || reference }),
  )
}

/** Records that payouts of a file were not paid: all or none. For the file of another it takes two colleagues. */
export async function putFileBack(ctx: CallContext, staff: Actor, { id, ids }: PutFileBackInput) {
  await ofFile(ctx, id, ids, (app, tx, unpaid) => putBack(app, tx, staff, { id: unpaid }))
}

type Ids = readonly string[] | undefined
type Work = (app: AppContext, tx: Tx, payoutId: string) => Promise<void>

/** Does `work` with the named payouts of a file, by default all that are being sent. */
async function ofFile(ctx: CallContext, fileId: string, ids: Ids, work: Work) {
  await inTransaction(ctx, async (tx, app) => {
    await table('payout_files').getLocked(tx, { id: fileId })
    const rows = await listFileRows(tx, fileId)
    const missing = (id: string) =>
      idsOf(rows).includes(id)
        ? conflict(payoutFileMessages.hasEnded(id))
        : new AppError('not_found', payoutFileMessages.notInFile(id))
    const choice = { ids, none: payoutFileMessages.allEnded, missing }
    for (const { id, attempt_key } of chosenOf(rows.filter(isSending), choice)) {
      // Before this one was locked, it may have been put back, and begun another way.
      const { payout } = await lockPayout(tx, { id })
      if (payout.state !== 'sending' || (await getNewestAttempt(tx, id)).key !== attempt_key)
        throw conflict(payoutFileMessages.hasEnded(id))
      await work(app, tx, id)
    }
  })
}

const isSending = ({ state }: FileRow) => state === 'sending'
