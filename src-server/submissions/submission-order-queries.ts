import { sql } from 'kysely'
import { firstInLine, type QueueSort, type QueueStatus, queueStatuses } from '#shared/queue.ts'
import { type FlagKind, flagKinds } from '#shared/review.ts'
import { compiledQuery } from '../platform/db/compiled-query.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import type { QueuedSubmission } from '../platform/db/submission-tables.ts'
import { idsOf } from '../platform/ids.ts'
import { listFlagKinds } from './card-fingerprint-queries.ts'
import { mergeStatuses, type Statuses } from './merge-statuses-queries.ts'
import { countByMonth, type MonthCount } from './status-count-queries.ts'

export type Place = { id: string; created_at: string }
type Range = { offset: number; limit: number }

/** `risk` looks at this many of the oldest; the others follow by age. */
const RISK_REACH = 2000

/** 'oldest' and 'due' begin with accepted offers. `months` of these statuses are newest first. */
export async function listInOrder(
  db: Db,
  statuses: Statuses,
  order: { sort: QueueSort; until: string | undefined; newer: number; months: readonly MonthCount[] },
  { offset, limit }: Range,
) {
  const { sort, until, newer, months } = order
  if (sort === 'newest') {
    const start = skipMonths(months, offset + newer)
    return idsOf(await listByTime(db, statuses, { direction: 'desc', ...start, limit }))
  }
  if (sort === 'value')
    return idsOf(await byValue(db, statuses ?? queueStatuses, until === undefined ? [] : [until], limit, offset))
  const listDue: ListSome = (some, range) => listByDueTime(db, some, until, range)
  const listOldest = async (some: Statuses, range: Range): Promise<Place[]> => {
    const counts = some === statuses ? months : await countByMonth(db, some)
    const start = skipMonths(counts.toReversed(), range.offset)
    return listByTime(db, some, { direction: 'asc', until, ...start, limit: range.limit })
  }
  if (sort === 'due' || sort === 'oldest') {
    const list = sort === 'due' ? listDue : listOldest
    if (statuses && statuses.length > 1 && statuses.includes(firstInLine))
      return idsOf(await acceptedFirst(db, statuses, { until, offset, limit }, list))
    return idsOf(await list(statuses, { offset, limit }))
  }
  if (offset >= RISK_REACH) return idsOf(await listOldest(statuses, { offset, limit }))
  const oldest = await listOldest(statuses, { offset: 0, limit: Math.max(RISK_REACH, offset + limit) })
  const ranked = await sortByRisk(db, oldest.slice(0, RISK_REACH))
  return idsOf([...ranked, ...oldest.slice(RISK_REACH)].slice(offset, offset + limit))
}

type ListSome = (statuses: Statuses, range: Range) => Promise<{ id: string }[]>

async function acceptedFirst(
  db: Db,
  statuses: readonly QueueStatus[],
  { until, offset, limit }: Range & { until: string | undefined },
  list: ListSome,
) {
  const count = await countAccepted(db, until)
  if (count === 0) return list(statuses, { offset, limit })
  const first = offset < count ? await list([firstInLine], { offset, limit }) : []
  if (first.length === limit) return first
  const others = statuses.filter((status) => status !== firstInLine)
  return [...first, ...(await list(others, { offset: Math.max(0, offset - count), limit: limit - first.length }))]
}

async function countAccepted(db: Db, until: string | undefined) {
  const accepted = db.selectFrom('submissions').where('queue_status', '=', firstInLine)
  return countRows(until === undefined ? accepted : accepted.where('created_at', '<=', until))
}

export async function sortPlaces(db: Db, places: readonly Place[], sort: QueueSort) {
  const byAge = places.toSorted((one, other) => compareTime(one, other))
  if (sort === 'oldest') return byAge
  if (sort === 'newest') return byAge.toReversed()
  if (sort === 'risk') return sortByRisk(db, byAge)
  if (sort === 'due') return sortByDueTime(db, byAge)
  const rows = await db
    .selectFrom('submissions')
    .select(['id', 'card_value_cents'])
    .where('id', 'in', idsOf(places))
    .execute()
  const cents = new Map(rows.map(({ id, card_value_cents }) => [id, card_value_cents]))
  return byAge.sort((one, other) => (cents.get(other.id) ?? 0) - (cents.get(one.id) ?? 0))
}

type TimeRange = {
  direction: 'asc' | 'desc'
  /** Months before it in this direction are skipped. */
  month?: string | undefined
  offset: number
  limit: number
  until?: string | undefined
}

/** By time of creation. Reads only the index, so that skipped rows are not loaded. */
export function listByTime(db: Db, statuses: Statuses, { direction, month, offset, limit, until }: TimeRange) {
  // '~' sorts after every time of the month and before the next month.
  const start = month === undefined ? [] : [direction === 'desc' ? `${month}~` : month]
  return byTime[direction](db, statuses ?? [], start, until === undefined ? [] : [until], limit, offset)
}

const byTime = { asc: rangeByTime('asc', '>='), desc: rangeByTime('desc', '<') }

function rangeByTime(direction: TimeRange['direction'], after: '>=' | '<') {
  return compiledQuery(
    (
      db,
      statuses: readonly QueueStatus[],
      [start]: readonly string[],
      [until]: readonly string[],
      limit: number,
      offset: number,
    ) =>
      mergeStatuses(statuses, (status) => {
        let part = db.selectFrom('submissions').select(['id', 'created_at'])
        if (status) part = part.where('queue_status', '=', status)
        if (until !== undefined) part = part.where('created_at', '<=', until)
        return start === undefined ? part : part.where('created_at', after, start)
      })
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .limit(limit)
        .offset(offset),
  )
}

const byValue = compiledQuery(
  (db, statuses: readonly QueueStatus[], [until]: readonly string[], limit: number, offset: number) =>
    mergeStatuses(statuses, (status) => {
      // The condition of the index `submissions_queue_value`, which holds for all rows.
      let part = db
        .selectFrom('submissions')
        .select(['id', 'created_at', 'card_value_cents'])
        .where('card_value_cents', '>=', sql.lit(0))
      if (status) part = part.where('queue_status', '=', status)
      return until === undefined ? part : part.where('created_at', '<=', until)
    })
      .orderBy('card_value_cents', 'desc')
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .offset(offset),
)

export async function countNewer(db: Db, statuses: Statuses, time: string) {
  let newer = db.selectFrom('submissions').where('created_at', '>', time)
  if (statuses) newer = newer.where('queue_status', 'in', statuses)
  return countRows(newer)
}

/** So that a distant page reads only its own month. */
function skipMonths(months: readonly MonthCount[], offset: number): { month: string | undefined; offset: number } {
  let left = offset
  for (const { month, count } of months) {
    if (left < count) return { month, offset: left }
    left -= count
  }
  return { month: undefined, offset }
}

/** Equally strong ones keep their order. */
async function sortByRisk(db: Db, places: readonly Place[]) {
  const ranks = new Map<string, number>()
  const rankOf = ({ id }: Place) => ranks.get(id) ?? flagKinds.length
  for (const { submissionId, kind } of await listFlagKinds(db, idsOf(places)))
    ranks.set(submissionId, Math.min(strength(kind), ranks.get(submissionId) ?? flagKinds.length))
  return places.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** 0 is the strongest warning. */
const strength = (kind: FlagKind) => flagKinds.indexOf(kind)

function compareTime(one: Place, other: Place) {
  return compare(one.created_at, other.created_at) || compare(one.id, other.id)
}

function compare(one: string, other: string) {
  return one < other ? -1 : Number(one > other)
}

type Id = { id: string }

/** Those that wait for no decision follow by age. Reads the index of due times up to the end of the range. */
async function listByDueTime(
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
async function sortByDueTime<Row extends Id>(db: Db, oldestFirst: readonly Row[]) {
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
