import { LOT_REPEAT_MINUTES, type LotDownload } from '#shared/lot.ts'
import type { Lot, LotDetail, LotListInput } from '#shared/lot-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { paginate } from '#shared/paging.ts'
import type { Pagination } from '#shared/paging-schema.ts'
import type { IdInput } from '#shared/text-schema.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { LotTable } from '../../platform/db/inventory-tables.ts'
import { notFound } from '../../platform/errors.ts'
import { idsOf } from '../../platform/ids.ts'
import { findNamedLot, type LotSum, listLotPage, type NamedLot, sumLots } from './lot-list-queries.ts'
import { type LotRow, listLotRows } from './lot-queries.ts'

/** Newest first. */
export async function listLots(
  { db }: AppContext,
  input: LotListInput,
): Promise<{ data: Lot[]; pagination: Pagination }> {
  const { rows, totalItems } = await listLotPage(db, input)
  const sums = await sumLots(db, idsOf(rows))
  return { data: rows.map((row) => view(row, sums)), pagination: paginate(totalItems, input.page, input.limit) }
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
    submissionId: row.submission_id,
    brand: row.card_type,
    numberEnd: row.number_end,
    faceValue: dollarsFromCents(row.face_cents),
    cost: dollarsFromCents(row.cost_cents),
    price: dollarsFromCents(row.price_cents),
    state: row.state,
    itemState: row.item_state,
    isKept: row.kept_until !== null,
  }
}

function view(row: NamedLot, sums: readonly LotSum[]): Lot {
  const own = sums.filter(({ lot_id }) => lot_id === row.id)
  const total = (states: readonly LotSum[]) => ({
    count: states.reduce((sum, { count }) => sum + count, 0),
    amount: dollarsFromCents(states.reduce((sum, { cents }) => sum + cents, 0)),
  })
  const inState = (state: LotSum['state']) => total(own.filter((each) => each.state === state))
  return {
    id: row.id,
    buyer: { id: row.buyer_id, name: row.buyer_name },
    state: row.state,
    reference: row.reference,
    madeBy: { id: row.made_by, name: row.made_by_name },
    madeAt: row.made_at,
    releasedBy: person(row.released_by, row.released_by_name),
    releasedAt: row.released_at,
    downloadedBy: person(row.downloaded_by, row.downloaded_by_name),
    downloadedAt: row.downloaded_at,
    total: total(own),
    offered: inState('offered'),
    delivered: inState('delivered'),
    paid: inState('paid'),
    refused: inState('refused'),
  }
}

function person(id: string | null, name: string | null): Lot['madeBy'] | null {
  return id === null ? null : { id, name: name ?? '' }
}
