import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { InventoryItemTable, LotItemTable, LotTable } from '../../platform/db/inventory-tables.ts'
import { lockedIn } from '../../platform/db/row-locks.ts'

/** Inserts a lot; returns false when this person has made one with this request key. */
export async function insertLot(tx: Tx, row: LotTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('lots')
    .values(row)
    .onConflict((conflict) => conflict.columns(['made_by', 'request_key']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** A lot, which a transaction locks until its end. */
export async function findLot(db: Db, id: string): Promise<LotTable | undefined> {
  return db.selectFrom('lots').selectAll().where('id', '=', id).$call(lockedIn(db)).executeTakeFirst()
}

/** The lot that this person has made with this request key. */
export async function findLotOfRequest(
  db: Db,
  { made_by, request_key }: Pick<LotTable, 'made_by' | 'request_key'>,
): Promise<LotTable | undefined> {
  const lots = db.selectFrom('lots').selectAll()
  return lots.where('made_by', '=', made_by).where('request_key', '=', request_key).executeTakeFirst()
}

/** Changes a lot, which the transaction has locked. */
export async function updateLot(
  tx: Tx,
  { id, version }: Pick<LotTable, 'id' | 'version'>,
  changes: Partial<LotTable>,
): Promise<void> {
  await tx
    .updateTable('lots')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .execute()
}

export async function insertLotItem(tx: Tx, row: LotItemTable): Promise<void> {
  await tx.insertInto('lot_items').values(row).execute()
}

export async function updateLotItem(
  tx: Tx,
  { lot_id, submission_id }: Pick<LotItemTable, 'lot_id' | 'submission_id'>,
  state: LotItemTable['state'],
): Promise<void> {
  await tx
    .updateTable('lot_items')
    .set({ state })
    .where('lot_id', '=', lot_id)
    .where('submission_id', '=', submission_id)
    .execute()
}

/** The lot in which a card waits for its outcome. */
export async function findOpenLotOf(db: Db, submissionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('lot_items')
    .select('lot_id')
    .where('submission_id', '=', submissionId)
    .where(sql<boolean>`state in ('offered', 'delivered')`)
    .executeTakeFirst()
  return row?.lot_id
}

/** A card of a lot with its item and what the order says about it. */
export type LotRow = LotItemTable &
  Pick<InventoryItemTable, 'user_id' | 'number_end' | 'face_cents' | 'left_face_cents' | 'cost_cents'> & {
    item_state: InventoryItemTable['state']
    card_type: string
    kept_until: string | null
  }

/** The cards of a lot in the order of their ids. */
export async function listLotRows(db: Db, lotId: string): Promise<LotRow[]> {
  return db
    .selectFrom('lot_items')
    .innerJoin('inventory_items', 'inventory_items.submission_id', 'lot_items.submission_id')
    .innerJoin('submissions', 'submissions.id', 'lot_items.submission_id')
    .selectAll('lot_items')
    .select(['inventory_items.user_id', 'number_end', 'face_cents', 'left_face_cents', 'cost_cents'])
    .select(['inventory_items.state as item_state', 'card_type', 'kept_until'])
    .where('lot_id', '=', lotId)
    .orderBy('lot_items.submission_id')
    .execute()
}
