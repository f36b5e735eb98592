import { LOT_REPEAT_MINUTES, type LotDownload } from '#shared/lot.ts'
import type { Lot, LotDetail, LotListInput } from '#shared/lot-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import type { IdInput } from '#shared/text-schema.ts'
import type { AppContext } from '../../context.ts'
import { totalOf } from '../../payouts/list-payouts.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { LotTable } from '../../platform/db/inventory-tables.ts'
import { notFound } from '../../platform/errors.ts'
import { idsOf } from '../../platform/ids.ts'
import { fieldsOf, moneyOf, personOf } from '../../platform/without-nulls.ts'
import {
  findNamedLot,
  type LotRow,
  type LotSum,
  listLotPage,
  listLotRows,
  type NamedLot,
  sumLots,
} from './lot-queries.ts'

/** Newest first. */
export async function listLots({ db }: AppContext, input: LotListInput) {
  const { rows, pagination } = await listLotPage(db, input)
  const sums = await sumLots(db, idsOf(rows))
  return { data: rows.map((row) => view(row, sums)), pagination }
}

/** With its cards as they are now, for this person. */
export async function getLot(app: AppContext, staff: { id: string }, { id }: IdInput): Promise<LotDetail> {
  return viewLot(app, app.db, staff, id)
}

/** As `getLot`, of a database or a transaction. */
export async function viewLot(app: AppContext, db: Db, staff: { id: string }, id: string): Promise<LotDetail> {
  const row = await findNamedLot(db, id)
  if (!row) throw notFound()
  const items = (await listLotRows(db, id)).map(itemView)
  return { ...view(row, await sumLots(db, [id])), items, download: downloadOf(row, staff.id, timestamp(app.clock)) }
}

export function downloadOf(
  { state, downloaded_by, downloaded_at }: Pick<LotTable, 'state' | 'downloaded_by' | 'downloaded_at'>,
  staffId: string,
  now: string,
): LotDownload {
  if (state === 'made') return 'waiting'
  if (state !== 'released') return 'closed'
  if (downloaded_at === null) return 'ready'
  const until = Date.parse(downloaded_at) + LOT_REPEAT_MINUTES * 60_000
  return downloaded_by === staffId && Date.parse(now) < until ? 'again' : 'done'
}

function itemView(row: LotRow): LotDetail['items'][number] {
  return {
    ...fieldsOf(row, 'submission_id', 'number_end', 'state', 'item_state', 'card_type as brand'),
    ...moneyOf(row, 'face_cents as faceValue', 'cost_cents', 'price_cents', 'left_cents as owed'),
    ...(row.state !== 'delivered' && { owed: 0 }),
    isKept: row.kept_until !== null,
  }
}

function view(row: NamedLot, sums: readonly LotSum[]): Lot {
  const own = sums.filter(({ lot_id }) => lot_id === row.id)
  const inState = (state: LotSum['state']) => totalOf(...own.filter((each) => each.state === state))
  return {
    ...fieldsOf(row, 'id', 'state', 'reference', 'made_at', 'released_at', 'downloaded_at'),
    buyer: fieldsOf(row, 'buyer_id as id', 'buyer_name as name'),
    madeBy: fieldsOf(row, 'made_by as id', 'made_by_name as name'),
    releasedBy: personOf(row.released_by, row.released_by_name),
    downloadedBy: personOf(row.downloaded_by, row.downloaded_by_name),
    total: totalOf(...own),
    offered: inState('offered'),
    delivered: inState('delivered'),
    paid: inState('paid'),
    refused: inState('refused'),
    unpaid: inState('unpaid'),
    owed: dollarsFromCents(own.find(({ state }) => state === 'delivered')?.left_cents ?? 0),
  }
}
