import type { Db } from '../platform/db/database.ts'
import { idsOf } from '../platform/ids.ts'

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

/** The highest number; undefined when the database has none of them. */
export async function findNewestOfDispositions(db: Db, ids: readonly string[]) {
  const found = db.selectFrom('dispositions').select(({ fn }) => fn.max('sequence').as('newest'))
  return (await found.where('id', 'in', ids).executeTakeFirst())?.newest ?? undefined
}

export async function findNewestDisposition(db: Db) {
  const numbered = db.selectFrom('dispositions').select('id').where('sequence', 'is not', null)
  return (await numbered.orderBy('sequence', 'desc').limit(1).executeTakeFirst())?.id
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
