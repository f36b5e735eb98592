import type { AttemptState } from '#shared/payout.ts'
import type { FileOutcome } from '#shared/payout-file.ts'
import type { PayoutFile, PayoutFileDetail, PayoutFileListInput } from '#shared/payout-file-schema.ts'
import type { IdInput } from '#shared/text-schema.ts'
import type { AppContext } from '../../context.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { idsOf } from '../../platform/ids.ts'
import { fieldsOf } from '../../platform/without-nulls.ts'
import { getPayouts, totalOf } from '../list-payouts.ts'

/** A page of the payment files, newest first. */
export async function listPayoutFiles({ db }: AppContext, input: PayoutFileListInput) {
  const newest = named(db).orderBy('made_at', 'desc').orderBy('payout_files.id', 'desc')
  const { rows, pagination } = await readPage(db.selectFrom('payout_files'), newest, input)
  const sums = await sumFiles(db, idsOf(rows))
  return { data: rows.map((row) => view(row, sums)), pagination }
}

/** A file with its payouts as they are now. */
export async function getPayoutFile(app: AppContext, { id }: IdInput): Promise<PayoutFileDetail> {
  const file = await viewFile(app.db, id)
  const rows = await listFileRows(app.db, id)
  const ids = rows.map(({ payout_id }) => payout_id)
  const payouts = await getPayouts(app, ids)
  const states = new Map(rows.map(({ payout_id, state }) => [payout_id, state]))
  return {
    ...file,
    payouts: payouts.map((payout) => ({ ...payout, outcome: outcomeOf(states.get(payout.id) ?? 'refused') })),
  }
}

export async function viewFile(db: Db, id: string): Promise<PayoutFile> {
  const row = await named(db).where('payout_files.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return view(row, await sumFiles(db, [id]))
}

type NamedFile = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>

function view(row: NamedFile, sums: readonly FileSum[]): PayoutFile {
  const total = (outcome: FileOutcome) =>
    totalOf(...sums.filter(({ file_id, state }) => file_id === row.id && outcomeOf(state) === outcome))
  const totals = { sending: total('sending'), sent: total('sent'), putBack: total('put-back') }
  const madeBy = fieldsOf(row, 'made_by as id', 'made_by_name as name')
  return { ...fieldsOf(row, 'id', 'format', 'made_at'), madeBy, ...totals }
}

/** What the file did: a payment that came back later had been sent. */
function outcomeOf(state: AttemptState): FileOutcome {
  if (state === 'refused') return 'put-back'
  return state === 'settled' || state === 'returned' || state === 'failed' ? 'sent' : 'sending'
}

/** A payout of a file and the state of the attempt by which the file pays it. */
export type FileRow = Awaited<ReturnType<typeof listFileRows>>[number]

function fileRows(db: Db) {
  return db
    .selectFrom('payout_file_rows')
    .innerJoin('payout_attempts', 'payout_attempts.key', 'payout_file_rows.attempt_key')
    .innerJoin('payouts', 'payouts.id', 'payout_file_rows.payout_id')
}

export async function listFileRows(db: Db, fileId: string) {
  return fileRows(db)
    .selectAll('payout_file_rows')
    .select('payout_attempts.state')
    .where('file_id', '=', fileId)
    .orderBy('approved_at')
    .orderBy('payouts.id')
    .execute()
}

type FileSum = Awaited<ReturnType<typeof sumFiles>>[number]

async function sumFiles(db: Db, fileIds: readonly string[]) {
  return fileRows(db)
    .select(['file_id', 'payout_attempts.state'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('amount_cents').as('cents')])
    .where('file_id', 'in', fileIds)
    .groupBy(['file_id', 'payout_attempts.state'])
    .execute()
}

function named(db: Db) {
  return db
    .selectFrom('payout_files')
    .innerJoin('users', 'users.id', 'payout_files.made_by')
    .selectAll('payout_files')
    .select('users.name as made_by_name')
}
