import type SQLite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

/** More than we have; queries whose text depends on what is asked for must not fill the memory. */
const MOST_KEPT = 500
/** Whatever else there is may change the schema. */
const reusable = /^\s*(select|with|insert|update|delete|begin|commit|rollback)\b/i

/**
 * The database as Kysely asks it for statements: what was prepared once is used again, as preparing costs more than most
 * of our queries. A statement that is still being read from is left alone, and a change of the schema forgets them all.
 */
export function withPreparedStatements(sqlite: SQLite.Database): SqliteDatabase {
  const kept = new Map<string, SQLite.Statement>()
  return {
    prepare(sql) {
      const found = kept.get(sql)
      if (found && !found.busy) return found
      const prepared = sqlite.prepare(sql)
      if (reusable.test(sql)) {
        if (kept.size >= MOST_KEPT) kept.delete(firstOf(kept))
        kept.set(sql, prepared)
      } else kept.clear()
      return prepared
    },
    close: () => sqlite.close(),
  }
}

function firstOf(kept: ReadonlyMap<string, unknown>): string {
  const [first = ''] = kept.keys()
  return first
}
