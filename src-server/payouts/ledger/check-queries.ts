import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isOwed } from '../payout-queries.ts'

/** What is owed for each order, in cents. */
export async function listOwedOrders(db: Db) {
  return db
    .selectFrom('payouts')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .select(['submission_id', 'payouts.amount_cents'])
    .where(isOwed)
    .execute()
}

const waits = sql`lot_items.submission_id = item.submission_id and lot_items.state in ('offered', 'delivered')`

/** A card that is listed and in no open lot, or in one and not listed; a withdrawn one waits there for its payout. */
export async function findWrongListing(db: Db) {
  const { rows } = await sql<{ submission_id: string; state: string }>`
    select item.submission_id, item.state from inventory_items as item join lot_items on ${waits}
      where item.state not in ('listed', 'withdrawn')
    union all
    select submission_id, state from inventory_items as item
      where state = 'listed' and not exists (select 1 from lot_items where ${waits})
    limit 1`.execute(db)
  return rows[0]
}
