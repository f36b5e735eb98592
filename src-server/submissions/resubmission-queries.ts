import type { Db } from '../platform/db/database.ts'

export async function countResubmissions(db: Db, firstOrderId: string): Promise<number> {
  const { count } = await db
    .selectFrom('submissions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('first_order_id', '=', firstOrderId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
