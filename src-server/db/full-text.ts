import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from './database.ts'

/** An index of this many characters in a row: a shorter text is in no index. */
export const SHORTEST_INDEXED = 3

/**
 * The one place that speaks SQLite's FTS5: a condition on `submission_search` for the submissions that contain each of
 * `texts`, whatever the case, in e-mail, card type or id. Every character is only itself. None may be shorter than three
 * characters. PostgreSQL: `ilike` over pg_trgm indexes.
 */
export function searchFinds(texts: readonly string[]): RawBuilder<SqlBool> {
  const phrases = texts.map((text) => `"${text.replaceAll('"', '""')}"`)
  return sql<SqlBool>`submission_search match ${phrases.join(' AND ')}`
}

/** The number (see `submission_numbers`) of a row of `submission_search`. */
export const searchNumber: RawBuilder<number> = sql<number>`submission_search.rowid`

/**
 * Empties the search index. For whoever deletes all submissions in this transaction, before that: taking out one row
 * after the other costs a millisecond each. Afterwards only new submissions are found.
 */
export async function emptySearchIndex(tx: Tx): Promise<void> {
  await sql`insert into submission_search (submission_search) values ('delete-all')`.execute(tx)
  await tx.deleteFrom('submission_numbers').execute()
}
