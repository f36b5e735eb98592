import type { AppContext } from '../context.ts'
import { updateItem } from '../payouts/item-queries.ts'
import type { Tx } from '../platform/db/database.ts'
import type { InventoryItemTable } from '../platform/db/inventory-tables.ts'

/** Lists a locked item in a lot, or takes it back; returns false if it has changed. */
export async function changeListing(
  app: AppContext,
  tx: Tx,
  item: Pick<InventoryItemTable, 'submission_id' | 'version'>,
  state: 'listed' | 'in-stock',
): Promise<boolean> {
  const isChanged = await updateItem(tx, item, { state })
  if (isChanged) await app.events.emit(tx, { name: 'item.changed', submissionIds: [item.submission_id] })
  return isChanged
}
