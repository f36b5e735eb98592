import { type Insertable, sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { DispositionTable, InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { table } from '../platform/db/table.ts'

/** The item of an order, which a transaction locks until its end. */
export async function findItem(db: Db, submissionId: string) {
  return table('inventory_items').findLocked(db, { submission_id: submissionId })
}

type Version = Pick<InventoryItemTable, 'submission_id' | 'version'>
type Left = Pick<InventoryItemTable, 'submission_id' | 'left_face_cents'>

/** Updates an item if it still has this version; returns false otherwise. */
export async function updateItem(tx: Tx, { submission_id, version }: Version, changes: Partial<InventoryItemTable>) {
  return table('inventory_items').update(tx, { submission_id, version }, { ...changes, version: version + 1 })
}

/** Of a card that is ours: 'to-check' when a buyer who knew its code refused it, until a check finds what is left. */
export async function stockState(db: Db, { submission_id, left_face_cents }: Left): Promise<'in-stock' | 'to-check'> {
  const { rows } = await sql`select 1 from dispositions as sale
    join dispositions as refusal on refusal.corrects = sale.id
    join lots on lots.id = sale.lot_id join submissions on submissions.id = sale.submission_id
    where sale.submission_id = ${submission_id} and sale.kind = 'sold' and sale.money_account is null
      and (downloaded_at is not null or kept_until is null) and not exists (select 1 from balance_checks
        where submission_id = sale.submission_id and checked_at >= refusal.made_at
          and (outcome = 'full' or balance_cents >= ${left_face_cents})) limit 1`.execute(db)
  return rows.length > 0 ? 'to-check' : 'in-stock'
}

/** A card whose balance a check has found is in stock again. */
export async function restock(app: Pick<AppContext, 'events'>, tx: Tx, submissionId: string) {
  const item = await findItem(tx, submissionId)
  if (item?.state !== 'to-check' || (await stockState(tx, item)) === 'to-check') return
  await updateItem(tx, item, { state: 'in-stock' })
  await app.events.emit(tx, { name: 'item.changed', submissionIds: [submissionId] })
}

export type NewDispositionRow = Omit<Insertable<DispositionTable>, 'number'>

/** Inserts the next disposition of an item, which the transaction has locked. */
export async function insertDisposition(tx: Tx, row: NewDispositionRow) {
  const count = await countRows(tx.selectFrom('dispositions').where('submission_id', '=', row.submission_id))
  await table('dispositions').insert(tx, { ...row, number: count + 1 })
}

/**
 * What a buyer has paid of the price of a delivered card, and what was written off. With `|| ''` it is found by the
 * index of the card, which has fewer dispositions than its lot.
 */
export const settledCents = sql<number>`(select coalesce(sum(settled.amount_cents), 0) from dispositions as settled
  where settled.submission_id = lot_items.submission_id and settled.lot_id || '' = lot_items.lot_id
    and settled.kind in ('received', 'unpaid')
    and not exists (select 1 from dispositions as correction where correction.corrects = settled.id))`

/** What each buyer still owes for delivered cards, in cents. */
export async function listBuyerDebts(db: Db) {
  const cents = sql<number>`sum(price_cents - ${settledCents})`.as('cents')
  const delivered = db.selectFrom('lot_items').innerJoin('lots', 'lots.id', 'lot_items.lot_id')
  return delivered.select(['buyer_id', cents]).where('lot_items.state', '=', 'delivered').groupBy('buyer_id').execute()
}

/** The lot in which a card waits for its outcome. */
export async function findOpenLotOf(db: Db, submission_id: string) {
  return (await table('lot_items').find(db, { submission_id, state: ['offered', 'delivered'] }))?.lot_id
}
