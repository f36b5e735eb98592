import type { ThingKind } from '#shared/waiting-act.ts'
import type { Tx } from '../platform/db/database.ts'
import type { InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { lockPayees } from '../platform/db/named-locks.ts'
import { table } from '../platform/db/table.ts'

type Counted = Pick<InventoryItemTable, 'face_cents' | 'cost_cents'> & { price_cents: number }

/** What a card counts for the second person: no price can choose it down. */
export function countedCents({ face_cents, cost_cents, price_cents }: Counted): number {
  return Math.max(face_cents, cost_cents, price_cents)
}

/**
 * What the acts of a person since `since` (ISO 8601) without a second one count, and the cards in lots that did not
 * wait, also refused ones whose codes were shown. The acts of a person are counted one after the other.
 */
export async function sumAlone(tx: Tx, staffId: string, since: string): Promise<number> {
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
  const acts = await tx
    .selectFrom('waiting_acts')
    .select('amount_cents')
    .where('made_by', '=', staffId)
    .where('made_at', '>', since)
    .where('state', '=', 'released')
    .where('ended_by', 'is', null)
    .execute()
  return acts.reduce(
    (sum, { amount_cents }) => sum + amount_cents,
    inLots.reduce((sum, each) => sum + countedCents(each), 0),
  )
}

/** Takes the newest act on one of these things out of the sums: it was undone, corrected or reversed. */
export async function leaveSums(tx: Tx, thing_kind: ThingKind, things: readonly string[]): Promise<void> {
  const acts = await table('waiting_acts').list(tx, { thing_kind, thing_id: things, state: 'released' }, 'made_at')
  const newest = acts.at(-1)
  if (newest) await table('waiting_acts').update(tx, { id: newest.id }, { state: 'canceled' })
}
