import type { Db } from '../db/database.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'

type Order = Pick<SubmissionTable, 'id' | 'user_id'>

/** Returns the customer's other submissions, newest first, without registration records. */
export async function listOtherOrders(db: Db, order: Order, limit: number): Promise<SubmissionTable[]> {
  return otherOrders(db, order).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countOtherOrders(db: Db, order: Order): Promise<number> {
  const { count } = await otherOrders(db, order)
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function otherOrders(db: Db, { id, user_id }: Order) {
  return db
    .selectFrom('submissions')
    .where('user_id', '=', user_id)
    .where('id', '!=', id)
    .where('status', '!=', 'registered')
}
