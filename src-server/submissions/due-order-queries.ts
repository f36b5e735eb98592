import { sql } from 'kysely'
import { firstInLine } from '#shared/queue.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import type { QueuedSubmission } from '../platform/db/submission-tables.ts'
import { idsOf } from '../platform/ids.ts'
import { mergeStatuses, type Statuses } from './merge-statuses-queries.ts'

type Id = { id: string }

/** Those that wait for no decision follow by age. Reads the index of due times up to the end of the range. */
export async function listByDueTime(
  db: Db,
  statuses: Statuses,
  until: string | undefined,
  { offset, limit }: { offset: number; limit: number },
) {
  const due = dueRows(db, statuses, until)
  const found = await due.select('id').orderBy('due_at').orderBy('id').limit(limit).offset(offset).execute()
  if (found.length === limit) return found
  const count = await countRows(due)
  const others = await mergeStatuses(statuses, (status) => {
    let part = db.selectFrom('submissions').select(['id', 'created_at']).where('due_at', 'is', null)
    if (status) part = part.where('queue_status', '=', status)
    return until === undefined ? part : part.where('created_at', '<=', until)
  })
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit - found.length)
    .offset(Math.max(0, offset - count))
    .execute()
  return [...found, ...others]
}

/** So that SQLite reads the index of due times in its order, not that of statuses. */
const statusOfRow = sql<string>`queue_status || ''`

function dueRows(db: Db, statuses: Statuses, until: string | undefined) {
  let rows = db.selectFrom('submissions').where('due_at', 'is not', null)
  if (statuses) rows = rows.where(statusOfRow, 'in', statuses)
  return until === undefined ? rows : rows.where('created_at', '<=', until)
}

/** As the line does; those that wait for no decision stay behind. */
export async function sortByDueTime<Row extends Id>(db: Db, oldestFirst: readonly Row[]) {
  if (oldestFirst.length === 0) return []
  const ids = idsOf(oldestFirst)
  const rows = await db
    .selectFrom('submissions')
    .select(['id', 'queue_status', 'due_at'])
    .where('id', 'in', ids)
    .execute()
  // A space sorts before every time, '~' after it.
  const keys = new Map(
    rows.map(({ id, queue_status, due_at }) => [id, (queue_status === firstInLine ? ' ' : '') + (due_at ?? '~')]),
  )
  const keyOf = ({ id }: Id) => keys.get(id) ?? '~'
  return oldestFirst.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : Number(keyOf(one) > keyOf(other))))
}

/** Orders before this one in line, as the queue lists them by due time, accepted offers first. */
export async function countAhead(
  db: Db,
  { id, due_at, queue_status }: Pick<QueuedSubmission, 'id' | 'queue_status'> & { due_at: string },
) {
  const isFirst = queue_status === firstInLine
  const before = dueRows(db, undefined, undefined)
    .where('due_at', '<=', due_at)
    .where((where) => where.or([where('due_at', '<', due_at), where('id', '<', id)]))
    .where(statusOfRow, isFirst ? '=' : '!=', firstInLine)
  const accepted = isFirst ? 0 : await countRows(db.selectFrom('submissions').where('queue_status', '=', firstInLine))
  return accepted + (await countRows(before))
}
