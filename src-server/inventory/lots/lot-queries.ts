import { type SqlBool, sql } from 'kysely'
import { lotItemStates } from '#shared/inventory.ts'
import type { LotListInput } from '#shared/lot-schema.ts'
import { sumItems } from '../../payouts/batch.ts'
import { settledCents } from '../../payouts/item-queries.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { LotItemTable, LotTable } from '../../platform/db/inventory-tables.ts'
import { table } from '../../platform/db/table.ts'
import { notFound } from '../../platform/errors.ts'
import { idsOf } from '../../platform/ids.ts'

export const lockLot = async (db: Db, id: string) => table('lots').getLocked(db, { id })

/** Whether a card has no outcome yet. */
export const waits = ({ state }: Pick<LotItemTable, 'state'>) => state === 'offered' || state === 'delivered'

/** Closes a released lot whose last card has an outcome, or opens it again. */
export async function endOrReopenLot(tx: Tx, id: string, reference?: string) {
  const lot = await lockLot(tx, id)
  const isOpen = (await table('lot_items').list(tx, { lot_id: id })).some(waits)
  await updateLot(tx, lot, { ...(reference && { reference }), state: isOpen ? 'released' : 'closed' })
}

/** The transaction has locked it. */
export async function updateLot(tx: Tx, { id, version }: Pick<LotTable, 'id' | 'version'>, changes: Partial<LotTable>) {
  await table('lots').update(tx, { id }, { ...changes, version: version + 1 })
}

type LotItemKey = Pick<LotItemTable, 'lot_id' | 'submission_id'>

export async function updateLotItem(tx: Tx, { lot_id, submission_id }: LotItemKey, state: LotItemTable['state']) {
  await table('lot_items').update(tx, { lot_id, submission_id }, { state })
}

/** What was left of a card when it was sold, or is. */
const offeredFace = sql<number>`coalesce((select max(sold.face_cents) from dispositions as sold
  where sold.submission_id = lot_items.submission_id and sold.lot_id || '' = lot_items.lot_id and sold.kind = 'sold'),
  left_face_cents)`

export type LotRow = Awaited<ReturnType<typeof listLotRows>>[number]

export async function listLotRows(db: Db, lotId: string) {
  return db
    .selectFrom('lot_items')
    .innerJoin('inventory_items', 'inventory_items.submission_id', 'lot_items.submission_id')
    .innerJoin('submissions', 'submissions.id', 'lot_items.submission_id')
    .selectAll('lot_items')
    .select(['lot_items.submission_id as id', 'number_end', 'face_cents', 'cost_cents'])
    .select([
      'inventory_items.user_id',
      'inventory_items.state as item_state',
      'card_type',
      'kept_until',
      'approved_by',
    ])
    .select([sql<number>`price_cents - ${settledCents}`.as('left_cents'), offeredFace.as('offered_face_cents')])
    .where('lot_id', '=', lotId)
    .orderBy('lot_items.submission_id')
    .execute()
}

/** What is left is owed for delivered cards. */
export async function sumLots(db: Db, ids: readonly string[]) {
  const left = sql<number>`case when lot_items.state = 'delivered' then price_cents - ${settledCents} else 0 end`
  const items = db.selectFrom('lot_items').select(['lot_id as batch_id', 'state', 'price_cents as cents'])
  return sumItems(db, lotItemStates, items.select(left.as('left_cents')).where('lot_id', 'in', ids).as('item'))
}

export const getNamedLot = async (db: Db, id: string) =>
  named(db)
    .where('lots.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound())

/** Newest first. */
export async function listLotPage(db: Db, input: LotListInput) {
  const rows = named(db)
    .where('lots.id', 'in', filtered(db, input).select('lots.id'))
    .orderBy('made_at', 'desc')
    .orderBy('lots.id', 'desc')
  return readPage(filtered(db, input), rows, input)
}

function filtered(db: Db, { state, search }: LotListInput) {
  const words = search?.trim().toLowerCase() ?? ''
  const id = words.toUpperCase()
  const isFound = sql<SqlBool>`(lots.id = ${id} or lower(lots.reference) = ${words}
    or lower(buyers.name) like ${`%${words.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'
    or lots.id in (select lot_id from lot_items join inventory_items using (submission_id)
      where submission_id = ${id} or number_end = ${id})
    or lots.id in (select lot_id from dispositions where lower(reference) = ${words}))`
  return db
    .selectFrom('lots')
    .innerJoin('buyers', 'buyers.id', 'lots.buyer_id')
    .$if(state !== undefined, (lots) =>
      lots.where('lots.state', 'in', state === 'open' ? ['made', 'released'] : [state ?? 'closed']),
    )
    .$if(words !== '', (lots) => lots.where(isFound))
}

/** Lots with delivered cards of a buyer, the oldest first. */
export async function listOwedLots(db: Db, buyerId: string) {
  const delivered = db.selectFrom('lot_items').select('lot_id').where('state', '=', 'delivered')
  const lots = db.selectFrom('lots').select('id').where('buyer_id', '=', buyerId).where('id', 'in', delivered)
  return idsOf(await lots.orderBy('made_at').orderBy('id').execute())
}

function named(db: Db) {
  return db
    .selectFrom('lots')
    .innerJoin('buyers', 'buyers.id', 'lots.buyer_id')
    .innerJoin('users as makers', 'makers.id', 'lots.made_by')
    .leftJoin('users as releasers', 'releasers.id', 'lots.released_by')
    .leftJoin('users as readers', 'readers.id', 'lots.downloaded_by')
    .selectAll('lots')
    .select(['buyers.name as buyer_name', 'makers.name as made_by_name'])
    .select(['releasers.name as released_by_name', 'readers.name as downloaded_by_name'])
}
