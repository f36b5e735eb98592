import type { QueueStatus } from '#shared/queue.ts'
import { compiledQuery } from '../platform/db/compiled-query.ts'
import type { Db } from '../platform/db/database.ts'

/** From the counts that triggers maintain. */
export async function countByStatus(db: Db) {
  const rows = await db
    .selectFrom('submission_counts')
    .select((select) => ['status', select.fn.sum<number>('count').as('count')])
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** Of a month of creation ('2026-11'). */
export type MonthCount = { month: string; count: number }

/** Newest month first. */
export async function countByMonth(db: Db, statuses: readonly QueueStatus[] = []) {
  return countsByMonth(db, statuses)
}

const countsByMonth = compiledQuery((db, statuses: readonly QueueStatus[]) => {
  const counts = db.selectFrom('submission_counts')
  return (statuses.length > 0 ? counts.where('status', 'in', statuses) : counts)
    .select((select) => ['month', select.fn.sum<number>('count').as('count')])
    .groupBy('month')
    .orderBy('month', 'desc')
})
