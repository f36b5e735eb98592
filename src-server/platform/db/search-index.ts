import type { Db, Tx } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'
import { findIndexedPostgres } from './dialect/postgres-search.ts'
import type { IndexedMatches, IndexSearch } from './dialect/search-query.ts'
import { emptySqliteIndex, findIndexedSqlite } from './dialect/sqlite-search.ts'

/** The index consists of trigrams: shorter texts cannot be searched. */
export const SHORTEST_INDEXED = 3

/** Finds at most `max` submissions that contain the text, newest first, reading about `looks` index hits. */
export function findIndexed(
  db: Db,
  query: IndexSearch,
  bounds: { max: number; looks: number },
): Promise<IndexedMatches> {
  return isPostgres(db) ? findIndexedPostgres(db, query, bounds) : findIndexedSqlite(db, query, bounds)
}

/** Call it before deleting all submissions in the same transaction. Only submissions added later are found. */
export async function emptySearchIndex(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) await emptySqliteIndex(tx)
  await tx.deleteFrom('submission_numbers').execute()
}
