import type { Tx } from '../platform/db/database.ts'
import type { InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { lockPayees } from '../platform/db/named-locks.ts'

type Counted = Pick<InventoryItemTable, 'face_cents' | 'cost_cents'> & { price_cents: number }

/** What a sale counts for the second person: no price can choose it down. */
export function countedCents({ face_cents, cost_cents, price_cents }: Counted): number {
  return Math.max(face_cents, cost_cents, price_cents)
}

/**
 * What the cards count that a person has sold since `since` (ISO 8601) without a second one: in lots that did not wait,
 * also refused ones whose codes were shown, and below their cost. The sales of a person run one after the other.
 */
export async function sumSoldAlone(tx: Tx, staffId: string, since: string): Promise<number> {
  await lockPayees(tx, [staffId])
  const inLots = await tx
    .selectFrom('lots')
    .innerJoin('lot_items', 'lot_items.lot_id', 'lots.id')
    .innerJoin('inventory_items', 'inventory_items.submission_id', 'lot_items.submission_id')
    .select(['face_cents', 'cost_cents', 'price_cents'])
    .where('lots.made_by', '=', staffId)
    .where('lots.made_at', '>', since)
    .where('lots.state', 'in', ['released', 'closed'])
    .where('released_by', 'is', null)
    .where((where) => where.or([where('lot_items.state', '!=', 'refused'), where('downloaded_at', 'is not', null)]))
    .execute()
  const belowCost = await tx
    .selectFrom('dispositions')
    .select(['face_cents', 'cost_cents', 'amount_cents as price_cents'])
    .where('kind', '=', 'sold')
    .where('made_by', '=', staffId)
    .where('made_at', '>', since)
    .where('lot_id', 'is', null)
    .whereRef('amount_cents', '<', 'cost_cents')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dispositions as correction')
            .select('correction.id')
            .whereRef('correction.corrects', '=', 'dispositions.id'),
        ),
      ),
    )
    .execute()
  return [...inLots, ...belowCost].reduce((sum, each) => sum + countedCents(each), 0)
}
