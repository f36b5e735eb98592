import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { mergeStatuses, type Statuses } from './merge-statuses-queries.ts'

type Id = { id: string }

/**
 * Returns a range of submissions with these statuses, those that are due first before the others. Those that wait for
 * no decision follow by age. Reads the index of due times up to the end of the range.
 */
export async function listByDueTime(
  db: Db,
  statuses: Statuses,
  until: string | undefined,
  { offset, limit }: { offset: number; limit: number },
): Promise<Id[]> {
  const due = dueRows(db, statuses, until)
  const found = await due.select('id').orderBy('due_at').orderBy('id').limit(limit).offset(offset).execute()
  if (found.length === limit) return found
  const { count } = await due.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const others = await mergeStatuses(statuses, (status) => {
    let part = db.selectFrom('submissions').select(['id', 'created_at']).where('due_at', 'is', null)
    if (status) part = part.where('queue_status', '=', status)
    return until === undefined ? part : part.where('created_at', '<=', until)
  })
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit - found.length)
    .offset(Math.max(0, offset - Number(count)))
    .execute()
  return [...found, ...others]
}

function dueRows(db: Db, statuses: Statuses, until: string | undefined) {
  // An expression, so that SQLite reads the index of due times in its order and not that of statuses.
  const status = sql<string>`queue_status || ''`
  let rows = db.selectFrom('submissions').where('due_at', 'is not', null)
  if (statuses) rows = rows.where(status, 'in', statuses)
  return until === undefined ? rows : rows.where('created_at', '<=', until)
}

/** Sorts submissions that are oldest first by when they are due; the others stay behind them. */
export async function sortByDueTime<Row extends Id>(db: Db, oldestFirst: readonly Row[]): Promise<Row[]> {
  if (oldestFirst.length === 0) return []
  const ids = oldestFirst.map(({ id }) => id)
  const rows = await db.selectFrom('submissions').select(['id', 'due_at']).where('id', 'in', ids).execute()
  // '~' sorts after every time.
  const dueAt = new Map(rows.map(({ id, due_at }) => [id, due_at ?? '~']))
  const dueOf = ({ id }: Id) => dueAt.get(id) ?? '~'
  return oldestFirst.toSorted((one, other) => (dueOf(one) < dueOf(other) ? -1 : Number(dueOf(one) > dueOf(other))))
}
