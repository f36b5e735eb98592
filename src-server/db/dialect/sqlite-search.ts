import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { containsText } from '../contains-text.ts'
import type { Db, Tx } from '../database.ts'
import { type IndexedMatches, type IndexSearch, searchedColumns } from './search-query.ts'

/** Matches the rows of the FTS5 index that contain each of `texts`, case-insensitively and literally, in any column. */
function searchFinds(texts: readonly string[]): RawBuilder<SqlBool> {
  const phrases = texts.map((text) => `"${text.replaceAll('"', '""')}"`)
  return sql<SqlBool>`submission_search match ${phrases.join(' AND ')}`
}

/** The number of a search row, as in `submission_numbers`. */
const searchNumber: RawBuilder<number> = sql<number>`submission_search.rowid`

/** Reads at most `looks` index hits, from the newest inserted one. */
export async function findIndexedSqlite(
  db: Db,
  { statuses, search, texts, isWhole }: IndexSearch,
  { max, looks }: { max: number; looks: number },
): Promise<IndexedMatches> {
  const finds = db.selectFrom('submission_search').where(searchFinds(texts)).orderBy(searchNumber, 'desc')
  let matching = db
    .selectFrom(finds.select(searchNumber.as('number')).limit(looks).as('finds'))
    .innerJoin('submission_numbers', 'submission_numbers.number', 'finds.number')
    .select(['submission_numbers.submission_id as id', 'submission_numbers.created_at'])
  if (statuses) matching = matching.where('submission_numbers.status', 'in', statuses)
  if (!isWhole)
    matching = matching
      .innerJoin('submissions', 'submissions.id', 'submission_numbers.submission_id')
      .where((where) => where.or(searchedColumns.map((column) => containsText(`submissions.${column}`, search))))
  const found = await matching.orderBy('finds.number', 'desc').limit(max).execute()
  if (found.length === max || (isWhole && !statuses)) return { found }
  const next = await finds.select(searchNumber.as('number')).limit(1).offset(looks).executeTakeFirst()
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
