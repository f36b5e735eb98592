import type { Db, Tx } from '../platform/db/database.ts'
import type { CardPlaceTable } from '../platform/db/inventory-tables.ts'
import type { StatusChangeTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { idsOf } from '../platform/ids.ts'

/** The first one first. */
export async function listDispositions(db: Db, submissionId: string) {
  return table('dispositions').list(db, { submission_id: submissionId }, 'number')
}

/** Where the balance of a card is. */
export async function savePlace(tx: Tx, { submission_id, card_brand, ...chosen }: CardPlaceTable) {
  await tx
    .insertInto('card_places')
    .values({ submission_id, card_brand, ...chosen })
    .onConflict((conflict) => conflict.column('submission_id').doUpdateSet(chosen))
    .execute()
}

export type LoggedRow = Awaited<ReturnType<typeof listDispositionsAfter>>[number]

/** Behind the number `sequence`, in the order of their commits. */
export async function listDispositionsAfter(db: Db, sequence: number, limit: number) {
  return db
    .selectFrom('dispositions')
    .selectAll()
    .select(({ ref }) => ref('sequence').$castTo<number>().as('sequence'))
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

/** Those of these ids that the database has. */
export async function listKnownDispositions(db: Db, ids: readonly string[]) {
  const rows = await db.selectFrom('dispositions').select('id').where('id', 'in', ids).execute()
  return new Set(idsOf(rows))
}

/** Orders whose payout has not come back. */
export async function listBoughtOrders(db: Db) {
  const rows = await db
    .selectFrom('inventory_items')
    .select('submission_id')
    .where('state', '<>', 'withdrawn')
    .execute()
  return new Set(rows.map(({ submission_id }) => submission_id))
}

/** With the name of who said so. */
export async function findPlace(db: Db, submissionId: string) {
  return db
    .selectFrom('card_places')
    .innerJoin('users', 'users.id', 'card_places.chosen_by')
    .selectAll('card_places')
    .select('users.name as chosen_by_name')
    .where('submission_id', '=', submissionId)
    .executeTakeFirst()
}

/** The newest answer for a brand. */
export async function findUsualPlace(db: Db, cardBrand: string) {
  return db
    .selectFrom('card_places')
    .select(['place', 'name'])
    .where('card_brand', '=', cardBrand)
    .orderBy('chosen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Of a decision that is undone. */
export async function forgetPlace(
  tx: Tx,
  { submission_id, changed_by, changed_at }: Pick<StatusChangeTable, 'submission_id' | 'changed_by' | 'changed_at'>,
) {
  await table('card_places').remove(tx, { submission_id, chosen_by: changed_by, chosen_at: changed_at })
}

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
