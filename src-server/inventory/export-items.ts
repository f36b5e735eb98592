import type { Item, ItemExportInput } from '#shared/inventory-schema.ts'
import { itemLabels } from '#shared/item-label.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import type { InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { table } from '../platform/db/table.ts'
import { BYTE_ORDER_MARK, csvLine } from '../submissions/csv-line.ts'
import { type AgeDays, ageDays } from './item-ages.ts'
import { type ItemsWhere, listItemBatch } from './item-list-queries.ts'
import { findItemIds } from './item-search-queries.ts'
import { viewItems } from './item-views.ts'

/** Rows in memory at a time. */
const BATCH = 500

const header = [
  'Order',
  'Brand',
  'Number ends with',
  'State',
  'Face value',
  'Cost',
  'Left face value',
  'Left cost',
  'Proceeds',
  'Fees',
  'Buyer',
  'Place',
  'Bought',
  'Approved',
  'Approved by',
  'Payout',
]

/**
 * Returns the cards that match a filter as pieces of a CSV file, in the order of their payment. Money is in dollars,
 * times are UTC. The audit entry is written before the promise resolves. Rows are read only as the pieces are consumed.
 */
export async function exportItems(
  ctx: CallContext,
  staff: Actor,
  input: ItemExportInput,
): Promise<AsyncGenerator<string>> {
  const { search, ...filter } = input
  // A search can contain the name of a buyer, which is erased later; the audit log is not.
  const detail = [...Object.values(filter), ...(search ? ['a search'] : [])].filter(Boolean).join(', ') || 'all'
  await auditNow(ctx, staff, 'inventory.exported', 'inventory', detail)
  return csvPieces(ctx.app, input)
}

async function* csvPieces(app: AppContext, { search, ...filter }: ItemExportInput): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(header)
  const days = ageDays(app.clock.now())
  const batches = search
    ? foundBatches(app, await findItemIds(app.db, { text: search, filter, days }))
    : listedBatches(app, filter, days)
  for await (const rows of batches) {
    if (rows.length > 0) yield (await viewItems(app, rows)).map(exportedLine).join('')
    // SQLite queries are synchronous, so yield to other requests between batches.
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

async function* listedBatches(
  app: AppContext,
  filter: ItemsWhere,
  days: AgeDays,
): AsyncGenerator<InventoryItemTable[]> {
  let after: InventoryItemTable | undefined
  do {
    const rows = await listItemBatch(app.db, filter, { after, days, limit: BATCH })
    yield rows
    after = rows.length === BATCH ? rows.at(-1) : undefined
  } while (after)
}

/** Yields the items with these ids in batches, in the given order. Leaves out items that were deleted since. */
async function* foundBatches(app: AppContext, ids: readonly string[]): AsyncGenerator<InventoryItemTable[]> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const part = ids.slice(start, start + BATCH)
    const items = new Map(
      (await table('inventory_items').list(app.db, { submission_id: part })).map((item) => [item.submission_id, item]),
    )
    yield part.flatMap((id) => items.get(id) ?? [])
  }
}

function exportedLine(item: Item): string {
  const amounts = [item.faceValue, item.cost, item.leftFaceValue, item.leftCost, item.proceeds, item.fees]
  return csvLine([
    ...[item.id, item.brandName, item.numberEnd, itemLabels[item.state].name],
    ...amounts.map((amount) => Number(amount.toFixed(2))),
    ...[item.buyer?.name ?? '', item.place?.name ?? '', item.boughtAt, item.approvedAt],
    ...[item.approvedBy.name, item.payoutId],
  ])
}
