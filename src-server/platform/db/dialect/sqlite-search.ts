import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QueueStatus } from '#shared/queue.ts'
import { compiledQuery } from '../compiled-query.ts'
import { containing, isLike } from '../contains-text.ts'
import type { Db, Tx } from '../database.ts'
import { type IndexedMatches, type IndexSearch, searchedColumns } from './search-query.ts'

/** The number of a search row, as in `submission_numbers`. */
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

export async function findIndexedSqlite(
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

/** Empties the FTS5 index at once: per row, the triggers would need about 1 ms. */
export async function emptySqliteIndex(tx: Tx): Promise<void> {
  await sql`insert into submission_search (submission_search) values ('delete-all')`.execute(tx)
}
