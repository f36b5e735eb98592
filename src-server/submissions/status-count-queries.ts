import type { Db } from '../platform/db/database.ts'

/** Returns the number of submissions per queue status from the counts that triggers maintain. */
export async function countByStatus(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('submission_counts')
    .select((select) => ['status', select.fn.sum<number>('count').as('count')])
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}
