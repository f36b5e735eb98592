import { filterStatuses } from '#shared/queue.ts'
import type { SubmissionListInput } from '#shared/submission-schema.ts'
import { compiledQuery } from '../platform/db/compiled-query.ts'
import type { Db } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { countList, listIdsOf } from './list-queries.ts'
import { countByMonth } from './status-count-queries.ts'
import { countNewer, listInOrder } from './submission-order-queries.ts'
import { type ListTotals, type SearchBounds, searchBounds, searchSubmissions } from './submission-search-queries.ts'

/** `newer` counts those after `until`. Reads few rows, by value also the index up to the page. */
export async function listSubmissionPage(
  db: Db,
  { page, limit, status, search, list, sort = 'newest', until }: SubmissionListInput,
  bounds: SearchBounds = searchBounds,
): Promise<ListTotals & { rows: SubmissionTable[]; newer?: number }> {
  const offset = (page - 1) * limit
  if (list) {
    const ids = await listIdsOf(db, list, { offset, limit })
    return { rows: await listByIds(db, ids), totalItems: (await countList(db, list, '')).count }
  }
  const statuses = filterStatuses(status)
  const months = await countByMonth(db, statuses)
  const listed = months.reduce((sum, { count }) => sum + count, 0)
  if (search) {
    const matching = { statuses, search, sort, until, offset, limit, listed }
    const { ids, ...totals } = await searchSubmissions(db, matching, bounds)
    return { rows: await listByIds(db, ids), ...totals }
  }
  const newer = until === undefined ? 0 : await countNewer(db, statuses, until)
  const totals = { totalItems: listed - newer, ...(until !== undefined && { newer }) }
  if (offset >= totals.totalItems) return { rows: [], ...totals }
  const ids = await listInOrder(db, statuses, { sort, until, newer, months }, { offset, limit })
  return { rows: await listByIds(db, ids), ...totals }
}

/** In the order of the ids. */
async function listByIds(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const byId = new Map((await submissionsAmong(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const submissionsAmong = compiledQuery((db, ids: readonly string[]) =>
  db.selectFrom('submissions').selectAll().where('id', 'in', ids),
)
