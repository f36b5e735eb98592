import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from './database.ts'

/** The index consists of trigrams: shorter texts cannot be searched. */
export const SHORTEST_INDEXED = 3

/**
 * Matches the rows of `submission_search` (SQLite FTS5) that contain each of `texts`, case-insensitively, in e-mail,
 * card type or id. Each text has at least three characters, all matched literally. On PostgreSQL this would be `ilike`
 * over pg_trgm indexes.
 */
export function searchFinds(texts: readonly string[]): RawBuilder<SqlBool> {
  const phrases = texts.map((text) => `"${text.replaceAll('"', '""')}"`)
  return sql<SqlBool>`submission_search match ${phrases.join(' AND ')}`
}

/** The number of a search row, as in `submission_numbers`. */
export const searchNumber: RawBuilder<number> = sql<number>`submission_search.rowid`

/**
 * Empties the search index. Call it before deleting all submissions in the same transaction: the triggers would need
 * about 1 ms per row. Only submissions added later are found.
 */
export async function emptySearchIndex(tx: Tx): Promise<void> {
  await sql`insert into submission_search (submission_search) values ('delete-all')`.execute(tx)
  await tx.deleteFrom('submission_numbers').execute()
}
