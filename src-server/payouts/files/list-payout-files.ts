import type { AttemptState } from '#shared/payout.ts'
import type { FileOutcome } from '#shared/payout-file.ts'
import type { PayoutFile, PayoutFileDetail, PayoutFileListInput } from '#shared/payout-file-schema.ts'
import type { IdInput } from '#shared/text-schema.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { idsOf } from '../../platform/ids.ts'
import { fieldsOf } from '../../platform/without-nulls.ts'
import { getPayouts, totalOf } from '../list-payouts.ts'
import { type FileSum, findNamedFile, listFilePage, listFileRows, type NamedFile, sumFiles } from './file-queries.ts'

/** A page of the payment files, newest first. */
export async function listPayoutFiles({ db }: AppContext, input: PayoutFileListInput) {
  const { rows, pagination } = await listFilePage(db, input)
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
  const row = await findNamedFile(db, id)
  if (!row) throw notFound()
  return view(row, await sumFiles(db, [id]))
}

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
