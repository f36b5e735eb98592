import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QueueStatus } from '#shared/queue.ts'
import { compiledQuery } from '../compiled-query.ts'
import { containing, isLike } from '../contains-text.ts'
import type { Db, Tx } from '../database.ts'
import { isPostgres } from './dialect.ts'

export const searchedColumns = ['email', 'card_type', 'id'] as const

type IndexSearch = {
  statuses: readonly QueueStatus[] | undefined
  search: string
  /** The parts of `search` to look up, each of at least three characters; see `indexedPart`. */
  texts: readonly string[]
  isWhole: boolean
}
/** `amongNewest`: only this many of the newest submissions were searched. */
type IndexedMatches = { found: { id: string; created_at: string }[]; amongNewest?: number }

/** The index consists of trigrams: shorter texts cannot be searched. */
export const SHORTEST_INDEXED = 3

/** Finds at most `max` submissions that contain the text, newest first, reading about `looks` index hits. */
export function findIndexed(db: Db, query: IndexSearch, bounds: { max: number; looks: number }) {
  return isPostgres(db) ? findIndexedPostgres(db, query, bounds) : findIndexedSqlite(db, query, bounds)
}

/** Call it before deleting all submissions in the same transaction. Only submissions added later are found. */
export async function emptySearchIndex(tx: Tx) {
  // Empties the FTS5 index at once: per row, the triggers would need about 1 ms.
  if (!isPostgres(tx)) await sql`insert into submission_search (submission_search) values ('delete-all')`.execute(tx)
  await tx.deleteFrom('submission_numbers').execute()
}

/** Rows read from the newest on before the index is asked, and at most for a frequent text. */
const NEWEST = { first: 3_000, most: 30_000 }
/** More matches among the first rows than this make a text frequent. */
const FREQUENT = 5

/** Looks for a frequent text in the newest submissions: a GIN index has no order, so it would sort every match. */
async function findIndexedPostgres(
  db: Db,
  query: IndexSearch,
  { max }: { max: number; looks: number },
): Promise<IndexedMatches> {
  const newest = await findAmong(db, query, { newest: NEWEST.first, max })
  if (newest.length >= max) return { found: newest }
  if (newest.length <= FREQUENT) return { found: await findByTrigrams(db, query, max) }
  const found = await findAmong(db, query, { newest: NEWEST.most, max })
  const next = await numbersOf(db, query.statuses).offset(NEWEST.most).limit(1).executeTakeFirst()
  return found.length >= max || next === undefined ? { found } : { found, amongNewest: NEWEST.most }
}

function findAmong(db: Db, { statuses, search }: IndexSearch, { newest, max }: { newest: number; max: number }) {
  return db
    .selectFrom(numbersOf(db, statuses).limit(newest).as('newest'))
    .select(['submission_id as id', 'created_at'])
    .where(contains('newest.text', search))
    .orderBy('number', 'desc')
    .limit(max)
    .execute()
}

function findByTrigrams(db: Db, { statuses, search, texts }: IndexSearch, max: number) {
  let matching = db
    .selectFrom('submission_numbers')
    .select(['submission_id as id', 'created_at'])
    .where(contains('text', search))
    .where((where) => where.and(texts.map((text) => sql<SqlBool>`text like ${containing(text)}`)))
  if (statuses) matching = matching.where('status', 'in', statuses)
  // By an expression: for the plain column the planner might walk its index instead of the trigrams'.
  return matching.orderBy(sql`number + 0`, 'desc').limit(max).execute()
}

function numbersOf(db: Db, statuses: IndexSearch['statuses']) {
  const list = db
    .selectFrom('submission_numbers')
    .select(['number', 'submission_id', 'created_at', sql<string>`text`.as('text')])
    .orderBy('number', 'desc')
  return statuses ? list.where('status', 'in', statuses) : list
}

function contains(column: string, text: string): Expression<SqlBool> {
  return sql<SqlBool>`strpos(${sql.ref(column)}, ${text.toLowerCase()}) > 0`
}

const searchNumber: RawBuilder<number> = sql<number>`submission_search.rowid`

const indexHits = (db: Db, match: string) =>
  db
    .selectFrom('submission_search')
    .select(searchNumber.as('number'))
    .where(sql<SqlBool>`submission_search match ${match}`)
    .orderBy(searchNumber, 'desc')

const matchingHits = compiledQuery(
  (db, match: string, statuses: readonly QueueStatus[], [pattern]: readonly string[], looks: number, max: number) => {
    let matching = db
      .selectFrom(indexHits(db, match).limit(looks).as('finds'))
      .innerJoin('submission_numbers', 'submission_numbers.number', 'finds.number')
      .select(['submission_numbers.submission_id as id', 'submission_numbers.created_at'])
    if (statuses.length > 0) matching = matching.where('submission_numbers.status', 'in', statuses)
    if (pattern !== undefined)
      matching = matching
        .innerJoin('submissions', 'submissions.id', 'submission_numbers.submission_id')
        .where((where) => where.or(searchedColumns.map((column) => isLike(`submissions.${column}`, pattern))))
    return matching.orderBy('finds.number', 'desc').limit(max)
  },
)

const hitAt = compiledQuery((db, match: string, offset: number) => indexHits(db, match).limit(1).offset(offset))

async function findIndexedSqlite(
  db: Db,
  { statuses, search, texts, isWhole }: IndexSearch,
  { max, looks }: { max: number; looks: number },
): Promise<IndexedMatches> {
  // Each text literally and case-insensitively, in any column.
  const match = texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(' AND ')
  const found = await matchingHits(db, match, statuses ?? [], isWhole ? [] : [containing(search)], looks, max)
  if (found.length === max || (isWhole && !statuses)) return { found }
  const [next] = await hitAt(db, match, looks)
  if (next === undefined) return { found }
  const { last } = await db
    .selectFrom('submission_numbers')
    .select((select) => select.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return { found, amongNewest: last - next.number }
}
