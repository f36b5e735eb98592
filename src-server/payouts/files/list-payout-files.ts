import { dollarsFromCents } from '#shared/money.ts'
import { paginate } from '#shared/paging.ts'
import type { AttemptState } from '#shared/payout.ts'
import type { FileOutcome } from '#shared/payout-file.ts'
import type { PayoutFile, PayoutFileDetail, PayoutFileListInput } from '#shared/payout-file-schema.ts'
import type { IdInput } from '#shared/text-schema.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { getPayouts } from '../list-payouts.ts'
import { type FileSum, findNamedFile, listFilePage, listFileRows, sumFiles } from './file-queries.ts'

/** A page of the payment files, newest first. */
export async function listPayoutFiles({ db }: AppContext, input: PayoutFileListInput) {
  const { rows, totalItems } = await listFilePage(db, input)
  const ids = rows.map(({ id }) => id)
  const sums = await sumFiles(db, ids)
  return { data: rows.map((row) => view(row, sums)), pagination: paginate(totalItems, input.page, input.limit) }
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

type NamedFile = NonNullable<Awaited<ReturnType<typeof findNamedFile>>>

function view({ id, format, made_by, made_by_name, made_at }: NamedFile, sums: readonly FileSum[]): PayoutFile {
  const total = (outcome: FileOutcome) => {
    const own = sums.filter(({ file_id, state }) => file_id === id && outcomeOf(state) === outcome)
    const add = (key: 'count' | 'cents') => own.reduce((sum, each) => sum + each[key], 0)
    return { count: add('count'), amount: dollarsFromCents(add('cents')) }
  }
  const totals = { sending: total('sending'), sent: total('sent'), putBack: total('put-back') }
  return { id, format, madeBy: { id: made_by, name: made_by_name }, madeAt: made_at, ...totals }
}

/** What the file did: a payment that came back later had been sent. */
function outcomeOf(state: AttemptState): FileOutcome {
  if (state === 'refused') return 'put-back'
  return state === 'settled' || state === 'returned' || state === 'failed' ? 'sent' : 'sending'
}
