import { sumOf } from '#shared/money.ts'
import { filterStatuses, type QueueSort, type QueueStatus } from '#shared/queue.ts'
import type { SubmissionListInput } from '#shared/submission-schema.ts'
import { compiledQuery } from '../platform/db/compiled-query.ts'
import { containing, isLike } from '../platform/db/contains-text.ts'
import type { Db } from '../platform/db/database.ts'
import { findIndexed, SHORTEST_INDEXED, searchedColumns } from '../platform/db/dialect/search-index.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { idsOf } from '../platform/ids.ts'
import { countList, listIdsOf } from './list-queries.ts'
import { mergeStatuses, type Statuses } from './merge-statuses-queries.ts'
import { countByMonth } from './status-count-queries.ts'
import { countNewer, listInOrder, type Place, sortPlaces } from './submission-order-queries.ts'

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
  const listed = sumOf(months, 'count')
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

/** Each flag says that `totalItems` is incomplete, and why. */
type ListTotals = { totalItems: number; moreThan?: true; amongNewest?: number }

/** Bounds the work of a search. The result says when a bound was reached. */
export type SearchBounds = {
  /** Up to so many matches are counted and sorted by time. */
  exact: number
  reach: number
  /** Index hits that are read per requested match. */
  looksPerMatch: number
  /** A text too short for the index is searched in so many of the newest. */
  newest: number
}
export const searchBounds: SearchBounds = { exact: 500, reach: 10_000, looksPerMatch: 10, newest: 2000 }

type Search = {
  statuses: Statuses
  search: string
  sort: QueueSort
  until: string | undefined
  offset: number
  limit: number
  listed: number
}
type Matches = { found: Place[]; amongNewest?: number }

/** More than `bounds.exact` matches are in order of insertion, which is nearly that of time. */
async function searchSubmissions(
  db: Db,
  search: Search,
  bounds: SearchBounds,
): Promise<ListTotals & { ids: string[]; newer?: number }> {
  const { sort, until, offset, limit } = search
  // Count the next page too, so that the pager can link to it.
  const wanted = Math.min(Math.max(bounds.exact, offset + 2 * limit), bounds.reach)
  const { found, amongNewest } = await findMatches(db, search, wanted + 1, bounds)
  const counted = found.slice(0, wanted)
  const listed = until === undefined ? counted : counted.filter(({ created_at }) => created_at <= until)
  const inOrder = found.length <= bounds.exact ? await sortPlaces(db, listed, sort) : listed
  return {
    ids: idsOf(inOrder.slice(offset, offset + limit)),
    totalItems: listed.length,
    ...(until !== undefined && { newer: counted.length - listed.length }),
    ...(found.length > wanted && { moreThan: true }),
    ...(found.length <= wanted && amongNewest !== undefined && { amongNewest }),
  }
}

/** Newest first; undefined when there are more than `bounds.exact` or the search was cut short. */
export async function listAllMatches(
  db: Db,
  search: Pick<Search, 'statuses' | 'search'>,
  bounds: SearchBounds = searchBounds,
) {
  if ([...search.search].length < SHORTEST_INDEXED) return undefined
  const { found, amongNewest } = await findByIndex(db, search, bounds.exact + 1, bounds)
  if (found.length > bounds.exact || amongNewest !== undefined) return undefined
  return idsOf(await sortPlaces(db, found, 'newest'))
}

async function findMatches(db: Db, search: Search, max: number, bounds: SearchBounds) {
  if ([...search.search].length < SHORTEST_INDEXED) return findAmongNewest(db, search, max, bounds)
  const matches = await findByIndex(db, search, max, bounds)
  // For a frequent text and a rare status, the few rows of the status are complete and cheaper.
  const isCutShort = matches.amongNewest !== undefined && matches.found.length < max
  return isCutShort && search.listed <= bounds.newest ? findAmongNewest(db, search, max, bounds) : matches
}

/** From the newest inserted hit, within the bounds. */
async function findByIndex(
  db: Db,
  { statuses, search }: Pick<Search, 'statuses' | 'search'>,
  max: number,
  { looksPerMatch }: SearchBounds,
): Promise<Matches> {
  // The index query would end at the NUL character.
  if (search.includes('\0')) return { found: [] }
  const parts = indexedPart(search, await trigramCounts(db))
  return findIndexed(db, { statuses, search, ...parts }, { max, looks: max * looksPerMatch })
}

async function findAmongNewest(
  db: Db,
  { statuses, search, listed }: Search,
  max: number,
  { newest }: SearchBounds,
): Promise<Matches> {
  const found = await matchesAmongNewest(db, statuses ?? [], containing(search), newest, max)
  return { found, ...(listed > newest && { amongNewest: newest }) }
}

const matchesAmongNewest = compiledQuery(
  (db, statuses: readonly QueueStatus[], pattern: string, newest: number, max: number) => {
    const texts = mergeStatuses(statuses, (status) => {
      const list = db.selectFrom('submissions').select([...searchedColumns, 'created_at'])
      return status ? list.where('queue_status', '=', status) : list
    })
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(newest)
    return db
      .selectFrom(texts.as('texts'))
      .select(['id', 'created_at'])
      .where((where) => where.or(searchedColumns.map((column) => isLike(`texts.${column}`, pattern))))
      .limit(max)
  },
)

type TrigramCounts = { counts: ReadonlyMap<string, number>; readAt: number }
const countsKept = new WeakMap<Db, TrigramCounts>()
/** What is rare changes slowly, and only the speed of a search depends on it. */
const COUNTS_KEPT_MS = 60_000
const SAMPLE = 300

async function trigramCounts(db: Db) {
  const kept = countsKept.get(db)
  const now = performance.now()
  if (kept && now - kept.readAt < COUNTS_KEPT_MS) return kept.counts
  const rows = await db
    .selectFrom('submissions')
    .select(searchedColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SAMPLE)
    .execute()
  const counts = countTrigrams(rows.flatMap(({ email, card_type, id }) => [email, card_type, id]))
  countsKept.set(db, { counts, readAt: now })
  return counts
}

/** Four trigrams or fewer. */
const LOOKED_UP_WHOLE = 6
const TRIPLES_LOOKED_UP = 3

function countTrigrams(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) for (const triple of trigramsOf(text)) counts.set(triple, (counts.get(triple) ?? 0) + 1)
  return counts
}

/** The three rarest trigrams find nearly the same rows, faster. `isWhole`: rows need not be compared. */
function indexedPart(
  search: string,
  counts: ReadonlyMap<string, number>,
): { texts: readonly string[]; isWhole: boolean } {
  // Rows are compared with folded case for ASCII only.
  if ([...search].length <= LOOKED_UP_WHOLE || /[^ -~]/.test(search)) return { texts: [search], isWhole: true }
  const countOf = (triple: string) => counts.get(triple) ?? 0
  const rarest = [...trigramsOf(search)].sort((one, other) => countOf(one) - countOf(other))
  return { texts: rarest.slice(0, TRIPLES_LOOKED_UP), isWhole: false }
}

function trigramsOf(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase()
  return new Set(Array.from({ length: Math.max(0, lower.length - 2) }, (_, at) => lower.slice(at, at + 3)))
}
