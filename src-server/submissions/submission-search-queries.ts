import type { SubmissionStatus } from '#shared/submission.ts'
import { containsText } from '../db/contains-text.ts'
import type { Db } from '../db/database.ts'
import { SHORTEST_INDEXED, searchFinds, searchNumber } from '../db/full-text.ts'
import { indexedPart } from './search-trigrams.ts'

/** How many there are. Each flag says that `totalItems` was not counted to the end, and how far. */
export type ListTotals = {
  totalItems: number
  /** There are more than `totalItems`. */
  moreThan?: true
  /** Only so many of the newest were looked through. */
  amongNewest?: number
}

/** How far a search goes; beyond, its answer says so. */
export type SearchBounds = {
  /** Matches are counted, and sorted by time, up to so many. */
  exact: number
  /** Pages end after so many matches. */
  reach: number
  /** So many of the index's finds are looked at for each match that is asked for. */
  looksPerMatch: number
  /** A text that is too short for the index is looked for in so many of the newest. */
  newest: number
}
export const searchBounds: SearchBounds = { exact: 500, reach: 10_000, looksPerMatch: 10, newest: 2000 }

type Search = {
  status: SubmissionStatus | undefined
  search: string
  offset: number
  limit: number
  /** How many submissions have this status; all, without one. */
  listed: number
}
type Found = { id: string; created_at: string }
type Matches = { found: Found[]; amongNewest?: number }

/**
 * The ids of one page of what matches, newest first, and how many match. Up to `bounds.exact` matches are sorted by
 * their time; more are listed in the order they were recorded in, which is the same but for moments.
 */
export async function searchSubmissions(
  db: Db,
  search: Search,
  bounds: SearchBounds,
): Promise<ListTotals & { ids: string[] }> {
  const { offset, limit } = search
  // The next page is counted too, so that there is a way to it.
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
 * The ids of everything that matches, newest first; undefined when that is more than `bounds.exact`, or when not
 * everything was looked through.
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

/** At most `most` matches. */
async function findMatches(db: Db, search: Search, most: number, bounds: SearchBounds): Promise<Matches> {
  if ([...search.search].length < SHORTEST_INDEXED) return findAmongNewest(db, search, most, bounds)
  const matches = await findByIndex(db, search, most, bounds)
  // A text that many have, of a status that few have: those few are looked at instead.
  const isCutShort = matches.amongNewest !== undefined && matches.found.length < most
  return isCutShort && search.listed <= bounds.newest ? findAmongNewest(db, search, most, bounds) : matches
}

/** Walks the finds of the index from the last recorded on, no further than the bounds say. */
async function findByIndex(
  db: Db,
  { status, search }: Pick<Search, 'status' | 'search'>,
  most: number,
  { looksPerMatch }: SearchBounds,
): Promise<Matches> {
  // The index would end the text here.
  if (search.includes('\0')) return { found: [] }
  const looks = most * looksPerMatch
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
  const found = await matching.orderBy('finds.number', 'desc').limit(most).execute()
  if (found.length === most || (isWhole && !status)) return { found }
  const next = await finds.select(searchNumber.as('number')).limit(1).offset(looks).executeTakeFirst()
  if (next === undefined) return { found }
  const { last } = await db
    .selectFrom('submission_numbers')
    .select((select) => select.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return { found, amongNewest: last - next.number }
}

/** What a search looks at. */
export const searchedColumns = ['email', 'card_type', 'id'] as const

/** Looks at the newest of a status one by one. */
async function findAmongNewest(
  db: Db,
  { status, search, listed }: Search,
  most: number,
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
    .limit(most)
    .execute()
  return { found, ...(listed > newest && { amongNewest: newest }) }
}

/** What a few of the newest submissions say: enough to tell rare characters from common ones. */
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
