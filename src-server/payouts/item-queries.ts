import type { Db, Tx } from '../platform/db/database.ts'
import type { DispositionTable, InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { lockedIn } from '../platform/db/row-locks.ts'

/** The item of an order, which a transaction locks until its end. */
export async function findItem(db: Db, submissionId: string): Promise<InventoryItemTable | undefined> {
  return db
    .selectFrom('inventory_items')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .$call(lockedIn(db))
    .executeTakeFirst()
}

export async function insertItem(tx: Tx, row: InventoryItemTable): Promise<void> {
  await tx.insertInto('inventory_items').values(row).execute()
}

/** Updates an item if it still has this version; returns false otherwise. */
export async function updateItem(
  tx: Tx,
  { submission_id, version }: Pick<InventoryItemTable, 'submission_id' | 'version'>,
  changes: Partial<InventoryItemTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('inventory_items')
    .set({ ...changes, version: version + 1 })
    .where('submission_id', '=', submission_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Inserts the next disposition of an item, which the transaction has locked. */
export async function insertDisposition(tx: Tx, row: Omit<DispositionTable, 'number'>): Promise<void> {
  const { count } = await tx
    .selectFrom('dispositions')
    .select((select) => select.fn.countAll().as('count'))
    .where('submission_id', '=', row.submission_id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('dispositions')
    .values({ ...row, number: Number(count) + 1 })
    .execute()
}
