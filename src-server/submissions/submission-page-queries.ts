import type { SubmissionStatus } from '#shared/submission.ts'
import type { SubmissionListInput } from '#shared/submission-schema.ts'
import type { Db } from '../db/database.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'
import { type ListTotals, type SearchBounds, searchBounds, searchSubmissions } from './submission-search-queries.ts'

/**
 * Returns one page of submissions, newest first, with this status (all, if undefined) and matching the search. The rows
 * it reads are bounded, however many submissions there are.
 */
export async function listSubmissionPage(
  db: Db,
  { page, limit, status, search }: SubmissionListInput,
  bounds: SearchBounds = searchBounds,
): Promise<ListTotals & { rows: SubmissionTable[] }> {
  const offset = (page - 1) * limit
  const months = await countByMonth(db, status)
  const listed = months.reduce((sum, { count }) => sum + count, 0)
  if (search) {
    const { ids, ...totals } = await searchSubmissions(db, { status, search, offset, limit, listed }, bounds)
    return { rows: await listByIds(db, ids), ...totals }
  }
  if (offset >= listed) return { rows: [], totalItems: listed }
  const ids = await listIds(db, status, { ...skipMonths(months, offset), limit })
  return { rows: await listByIds(db, ids), totalItems: listed }
}

/** Returns the number of submissions per month, newest month first. */
async function countByMonth(db: Db, status: SubmissionStatus | undefined): Promise<{ month: string; count: number }[]> {
  let counts = db.selectFrom('submission_counts')
  if (status) counts = counts.where('status', '=', status)
  const rows = await counts
    .select((select) => ['month', select.fn.sum<number>('count').as('count')])
    .groupBy('month')
    .orderBy('month', 'desc')
    .execute()
  return rows.map(({ month, count }) => ({ month, count: Number(count) }))
}

/** Skips whole months by their counts, so that a distant page reads only its own month. */
function skipMonths(
  months: readonly { month: string; count: number }[],
  offset: number,
): { newestMonth: string; offset: number } {
  let left = offset
  for (const { month, count } of months) {
    if (left < count) return { newestMonth: month, offset: left }
    left -= count
  }
  return { newestMonth: '', offset: left }
}

/** Reads only the index, so that skipped rows are not loaded. */
async function listIds(
  db: Db,
  status: SubmissionStatus | undefined,
  { newestMonth, offset, limit }: { newestMonth: string; offset: number; limit: number },
): Promise<string[]> {
  let listed = db.selectFrom('submissions')
  if (status) listed = listed.where('status', '=', status)
  const rows = await listed
    .select('id')
    // '~' sorts after every time of the month and before the next month.
    .where('created_at', '<', `${newestMonth}~`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the submissions with these ids, in their order. */
async function listByIds(db: Db, ids: readonly string[]): Promise<SubmissionTable[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('submissions').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
