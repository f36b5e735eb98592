import type { Db } from '../db/database.ts'

/** How many submissions there are of each status, from the counts that are kept with them. */
export async function countByStatus(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('submission_counts')
    .select((select) => ['status', select.fn.sum<number>('count').as('count')])
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}
