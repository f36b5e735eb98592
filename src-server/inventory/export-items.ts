import type { Item, ItemExportInput } from '#shared/inventory-schema.ts'
import { itemLabels } from '#shared/item-label.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import type { InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { table } from '../platform/db/table.ts'
import { batchesByIds, batchesOf, type CsvColumns, csvOf } from '../submissions/csv-file.ts'
import { ageDays, listItemBatch } from './item-list-queries.ts'
import { findItemIds } from './item-search-queries.ts'
import { viewItems } from './list-items.ts'

const money = (dollars: number) => Number(dollars.toFixed(2))

const columns: CsvColumns<Item> = {
  Order: 'id',
  Brand: 'brandName',
  'Number ends with': 'numberEnd',
  State: (item) => itemLabels[item.state].name,
  'Face value': (item) => money(item.faceValue),
  Cost: (item) => money(item.cost),
  'Left face value': (item) => money(item.leftFaceValue),
  'Left cost': (item) => money(item.leftCost),
  Proceeds: (item) => money(item.proceeds),
  Fees: (item) => money(item.fees),
  Buyer: (item) => item.buyer?.name,
  Place: (item) => item.place?.name,
  Bought: 'boughtAt',
  Approved: 'approvedAt',
  'Approved by': (item) => item.approvedBy.name,
  Payout: 'payoutId',
}

/** Money is in dollars, times are UTC. The audit entry is committed first; rows are read as they are sent. */
export async function exportItems(ctx: CallContext, staff: Actor, input: ItemExportInput) {
  const { search, ...filter } = input
  // A search can contain the name of a buyer, which is erased later.
  const detail = [...Object.values(filter), ...(search ? ['a search'] : [])].filter(Boolean).join(', ') || 'all'
  await auditNow(ctx, staff, 'inventory.exported', 'inventory', detail)
  return csvOf(columns, itemBatches(ctx.app, input))
}

/** Without what was deleted since it was found. */
async function* itemBatches(app: AppContext, { search, ...filter }: ItemExportInput): AsyncGenerator<Item[]> {
  const days = ageDays(app.clock.now())
  const batches = search
    ? batchesByIds(await findItemIds(app.db, { text: search, filter, days }), async (ids) => {
        const items = new Map(
          (await table('inventory_items').list(app.db, { submission_id: ids })).map((item) => [
            item.submission_id,
            item,
          ]),
        )
        return ids.flatMap((id) => items.get(id) ?? [])
      })
    : batchesOf((after: InventoryItemTable | undefined, limit) => listItemBatch(app.db, filter, { after, days, limit }))
  for await (const rows of batches) yield viewItems(app, rows)
}
