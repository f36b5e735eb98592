import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { LotItemTable, LotTable } from '../../platform/db/inventory-tables.ts'
import { table } from '../../platform/db/table.ts'

/** The transaction has locked it. */
export async function updateLot(
  tx: Tx,
  { id, version }: Pick<LotTable, 'id' | 'version'>,
  changes: Partial<LotTable>,
): Promise<void> {
  await table('lots').update(tx, { id }, { ...changes, version: version + 1 })
}

export async function updateLotItem(
  tx: Tx,
  { lot_id, submission_id }: Pick<LotItemTable, 'lot_id' | 'submission_id'>,
  state: LotItemTable['state'],
): Promise<void> {
  await table('lot_items').update(tx, { lot_id, submission_id }, { state })
}

/** The lot in which a card waits for its outcome. */
export async function findOpenLotOf(db: Db, submissionId: string) {
  const row = await db
    .selectFrom('lot_items')
    .select('lot_id')
    .where('submission_id', '=', submissionId)
    .where(sql<boolean>`state in ('offered', 'delivered')`)
    .executeTakeFirst()
  return row?.lot_id
}

export type LotRow = Awaited<ReturnType<typeof listLotRows>>[number]

export async function listLotRows(db: Db, lotId: string) {
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
