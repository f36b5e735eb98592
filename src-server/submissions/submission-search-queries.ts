import type { SubmissionStatus } from '#shared/submission.ts'
import { containsText } from '../db/contains-text.ts'
import type { Db } from '../db/database.ts'
import { SHORTEST_INDEXED, searchFinds, searchNumber } from '../db/full-text.ts'
import { indexedPart } from './search-trigrams.ts'

/** The number of submissions. Each flag says that `totalItems` is incomplete, and why. */
export type ListTotals = {
  totalItems: number
  /** There are more than `totalItems`. */
  moreThan?: true
  /** Only this many of the newest submissions were searched. */
  amongNewest?: number
}

/** Bounds the work of a search. The result says when a bound was reached. */
export type SearchBounds = {
  /** Up to this many matches are counted and sorted by time. */
  exact: number
  /** Pages end after this many matches. */
  reach: number
  /** How many index hits are read per requested match. */
  looksPerMatch: number
  /** A text too short for the index is searched in this many of the newest submissions. */
  newest: number
}
export const searchBounds: SearchBounds = { exact: 500, reach: 10_000, looksPerMatch: 10, newest: 2000 }

type Search = {
  status: SubmissionStatus | undefined
  search: string
  offset: number
  limit: number
  /** The number of submissions with this status; of all, if undefined. */
  listed: number
}
type Found = { id: string; created_at: string }
type Matches = { found: Found[]; amongNewest?: number }

/**
 * Returns the ids of one page of matches, newest first, and the number of matches. Up to `bounds.exact` matches are
 * sorted by time. More are in order of insertion, which differs only slightly.
 */
export async function searchSubmissions(
  db: Db,
  search: Search,
  bounds: SearchBounds,
): Promise<ListTotals & { ids: string[] }> {
  const { offset, limit } = search
  // Count the next page too, so that the pager can link to it.
  const wanted = Math.min(Math.max(bounds.exact, offset + 2 * limit), bounds.reach)
  const { found, amongNewest } = await findMatches(db, search, wanted + 1, bounds)
  const counted = found.slice(0, wanted)
  const inOrder = found.length <= bounds.exact ? counted.sort(newestFirst) : counted
  return {
    ids: inOrder.slice(offset, offset + limit).map(({ id }) => id),
    totalItems: counted.length,
    ...(found.length > wanted && { moreThan: true }),
    ...(found.length <= wanted && amongNewest !== undefined && { amongNewest }),
  }
}

/**
 * Returns the ids of all matches, newest first; undefined when there are more than `bounds.exact` or the search was cut
 * short.
 */
export async function listAllMatches(
  db: Db,
  search: Pick<Search, 'status' | 'search'>,
  bounds: SearchBounds = searchBounds,
): Promise<string[] | undefined> {
  if ([...search.search].length < SHORTEST_INDEXED) return undefined
  const { found, amongNewest } = await findByIndex(db, search, bounds.exact + 1, bounds)
  if (found.length > bounds.exact || amongNewest !== undefined) return undefined
  return found.sort(newestFirst).map(({ id }) => id)
}

/** Returns at most `most` matches. */
async function findMatches(db: Db, search: Search, max: number, bounds: SearchBounds): Promise<Matches> {
  if ([...search.search].length < SHORTEST_INDEXED) return findAmongNewest(db, search, max, bounds)
  const matches = await findByIndex(db, search, max, bounds)
  // For a frequent text and a rare status, searching the few rows of the status is complete and cheaper.
  const isCutShort = matches.amongNewest !== undefined && matches.found.length < max
  return isCutShort && search.listed <= bounds.newest ? findAmongNewest(db, search, max, bounds) : matches
}

/** Reads index hits from the newest inserted one, within the bounds. */
async function findByIndex(
  db: Db,
  { status, search }: Pick<Search, 'status' | 'search'>,
  max: number,
  { looksPerMatch }: SearchBounds,
): Promise<Matches> {
  // The index query would end at the NUL character.
  if (search.includes('\0')) return { found: [] }
  const looks = max * looksPerMatch
  const { texts, isWhole } = indexedPart(search, await listSampleTexts(db))
  const finds = db.selectFrom('submission_search').where(searchFinds(texts)).orderBy(searchNumber, 'desc')
  let matching = db
    .selectFrom(finds.select(searchNumber.as('number')).limit(looks).as('finds'))
    .innerJoin('submission_numbers', 'submission_numbers.number', 'finds.number')
    .select(['submission_numbers.submission_id as id', 'submission_numbers.created_at'])
  if (status) matching = matching.where('submission_numbers.status', '=', status)
  if (!isWhole)
    matching = matching
      .innerJoin('submissions', 'submissions.id', 'submission_numbers.submission_id')
      .where((where) => where.or(searchedColumns.map((column) => containsText(`submissions.${column}`, search))))
  const found = await matching.orderBy('finds.number', 'desc').limit(max).execute()
  if (found.length === max || (isWhole && !status)) return { found }
  const next = await finds.select(searchNumber.as('number')).limit(1).offset(looks).executeTakeFirst()
  if (next === undefined) return { found }
  const { last } = await db
    .selectFrom('submission_numbers')
    .select((select) => select.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return { found, amongNewest: last - next.number }
}

/** The columns that a search compares. */
export const searchedColumns = ['email', 'card_type', 'id'] as const

/** Compares the newest submissions of a status one by one. */
async function findAmongNewest(
  db: Db,
  { status, search, listed }: Search,
  max: number,
  { newest }: SearchBounds,
): Promise<Matches> {
  let list = db.selectFrom('submissions')
  if (status) list = list.where('status', '=', status)
  const texts = list
    .select([...searchedColumns, 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(newest)
  const found = await db
    .selectFrom(texts.as('texts'))
    .select(['id', 'created_at'])
    .where((where) => where.or(searchedColumns.map((column) => containsText(`texts.${column}`, search))))
    .limit(max)
    .execute()
  return { found, ...(listed > newest && { amongNewest: newest }) }
}

/** Returns the texts of the newest submissions, a sample for the frequency of trigrams. */
async function listSampleTexts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('submissions')
    .select(searchedColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SAMPLE)
    .execute()
  return rows.map(({ email, card_type, id }) => `${email}\n${card_type}\n${id}`)
}
const SAMPLE = 300

function newestFirst(one: Found, other: Found): number {
  return compare(other.created_at, one.created_at) || compare(other.id, one.id)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
