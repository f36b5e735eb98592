import type { Db } from '../platform/db/database.ts'

export type ItemNames = Awaited<ReturnType<typeof listNamesOf>>[number]

export async function listNamesOf(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('inventory_items')
    .innerJoin('users', 'users.id', 'inventory_items.approved_by')
    .leftJoin('card_places', 'card_places.submission_id', 'inventory_items.submission_id')
    .select(['inventory_items.submission_id', 'users.name as approved_by_name'])
    .select(['place', 'card_places.name as place_name', 'chosen_at'])
    .where('inventory_items.submission_id', 'in', ids)
    .execute()
}

export type NamedDisposition = Awaited<ReturnType<typeof listNamedDispositions>>[number]

/** The first of each item first. */
export async function listNamedDispositions(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('dispositions')
    .leftJoin('buyers', 'buyers.id', 'dispositions.buyer_id')
    .leftJoin('users', 'users.id', 'dispositions.made_by')
    .selectAll('dispositions')
    .select(['buyers.name as buyer_name', 'users.name as made_by_name'])
    .where('dispositions.submission_id', 'in', ids)
    .orderBy('dispositions.submission_id')
    .orderBy('number')
    .execute()
}

export async function findSeller(db: Db, userId: string) {
  return db.selectFrom('users').select(['id', 'name']).where('id', '=', userId).executeTakeFirst()
}

/** Each customer once, in the order in which every transaction locks them. */
export async function listSellersOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('inventory_items')
    .select('user_id')
    .distinct()
    .where('submission_id', 'in', ids)
    .execute()
  return rows.map(({ user_id }) => user_id).sort()
}
