import type { Db } from '../platform/db/database.ts'
import { idsOf } from '../platform/ids.ts'

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
