import type { Insertable } from 'kysely'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { DispositionTable, InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { table } from '../platform/db/table.ts'

/** The item of an order, which a transaction locks until its end. */
export async function findItem(db: Db, submissionId: string) {
  return table('inventory_items').findLocked(db, { submission_id: submissionId })
}

/** Updates an item if it still has this version; returns false otherwise. */
export async function updateItem(
  tx: Tx,
  { submission_id, version }: Pick<InventoryItemTable, 'submission_id' | 'version'>,
  changes: Partial<InventoryItemTable>,
) {
  return table('inventory_items').update(tx, { submission_id, version }, { ...changes, version: version + 1 })
}

export type NewDispositionRow = Omit<Insertable<DispositionTable>, 'number'>

/** Inserts the next disposition of an item, which the transaction has locked. */
export async function insertDisposition(tx: Tx, row: NewDispositionRow) {
  const count = await countRows(tx.selectFrom('dispositions').where('submission_id', '=', row.submission_id))
  await table('dispositions').insert(tx, { ...row, number: count + 1 })
}
