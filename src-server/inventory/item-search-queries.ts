import { type RawBuilder, sql } from 'kysely'
import { beginsWith, isBeyond, lowerCasesOf, SHORTEST_BEGINNING } from '../payouts/payout-search-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { idsOf } from '../platform/ids.ts'
import type { AgeDays } from './item-list-queries.ts'
import { type ItemsWhere, itemConditions, orderOf } from './item-list-queries.ts'

/** The result says when a bound was reached. */
const itemSearchBounds = { listed: 250, looks: 250, buyers: 10 }

type ItemSearch = { text: string; filter: ItemsWhere; days: AgeDays }

/** By the end of the number, an id, the buyer, or the beginning of a reference. `moreThan`: there may be more. */
export async function findItems(db: Db, { text, filter, days }: ItemSearch) {
  const { listed, looks, buyers } = itemSearchBounds
  const order = orderOf(filter)
  const named = await findBuyerIds(db, text)
  const groups = named.slice(0, buyers).map((buyer) => [buyer])
  const hits = indexHits(text, groups, order)
  const bounded = hits.map((each) => sql`${each} limit ${looks}`)
  const rows = await itemsIn(db, bounded, { filter, days, order })
    .selectAll('inventory_items')
    .limit(listed + 1)
    .execute()
  const isCut = rows.length > listed || named.length > buyers || (await isBeyond(db, hits, looks))
  return { rows: rows.slice(0, listed), ...(isCut && { moreThan: true as const }) }
}

/** In the order of their payment, oldest first, for an export. */
export async function findItemIds(db: Db, { text, filter, days }: ItemSearch) {
  const buyers = await findBuyerIds(db, text)
  const hits = indexHits(text, buyers.length > 0 ? [buyers] : [], 'asc')
  const rows = await itemsIn(db, hits, { filter, days, order: 'asc' })
    .select('inventory_items.submission_id as id')
    .execute()
  return idsOf(rows)
}

/** In the order of their payment. */
function itemsIn(
  db: Db,
  hits: readonly RawBuilder<unknown>[],
  { filter, days, order }: { filter: ItemsWhere; days: AgeDays; order: 'asc' | 'desc' },
) {
  const union = sql.join(
    hits.map((each) => sql`select hits.id from (${each}) as hits`),
    sql` union `,
  )
  return (
    db
      .selectFrom(sql<{ id: string }>`(select found.id from (${union}) as found)`.as('found'))
      // SQLite joins in this order: each item by its key.
      .crossJoin('inventory_items')
      .whereRef('inventory_items.submission_id', '=', 'found.id')
      .where((where) => where.and(itemConditions(where as never, filter, days)))
      .orderBy('inventory_items.bought_at', order)
      .orderBy('inventory_items.submission_id', order)
  )
}

/** There are few buyers, so that all of them are read. */
async function findBuyerIds(db: Db, text: string) {
  if (text.length < SHORTEST_BEGINNING) return []
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ id: string }>`select id from buyers
    where lower(name) like lower(${pattern}) escape '\\'`.execute(db)
  return idsOf(rows)
}

/** Each query of order ids reads one index; those of `buyers` are one for each group. */
function indexHits(text: string, buyers: readonly (readonly string[])[], order: 'asc' | 'desc'): RawBuilder<unknown>[] {
  const id = text.toUpperCase()
  const ends = [...new Set([text, id, text.toLowerCase()])]
  const references = lowerCasesOf(text).map((start) => beginsWith(sql`lower(reference)`, start))
  const way = sql.raw(order)
  return [
    sql`select submission_id as id from inventory_items where submission_id = ${id}`,
    sql`select submission_id as id from inventory_items where payout_id = ${id}`,
    sql`select submission_id as id from lot_items where lot_id = ${id}`,
    ...ends.map(
      (end) => sql`select submission_id as id from inventory_items where number_end = ${end}
        order by bought_at ${way}`,
    ),
    ...references.flatMap((isFound) => [
      sql`select submission_id as id from dispositions where reference is not null and ${isFound}`,
      sql`select lot_items.submission_id as id from lots cross join lot_items
        where reference is not null and ${isFound} and lot_items.lot_id = lots.id`,
    ]),
    ...buyers.flatMap((group) => [
      sql`select submission_id as id from dispositions where buyer_id in (${sql.join(group)}) order by made_at ${way}`,
      sql`select lot_items.submission_id as id from lots cross join lot_items
        where buyer_id in (${sql.join(group)}) and lot_items.lot_id = lots.id`,
    ]),
  ]
}
