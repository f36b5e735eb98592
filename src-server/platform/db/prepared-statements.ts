import type SQLite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

/** Above the number of static queries; bounds the memory for queries with generated text. */
const MAX_STATEMENTS = 500
/** All other statements may change the schema. */
const reusable = /^\s*(select|with|insert|update|delete|begin|commit|rollback|savepoint|release)\b/i

/** Caches prepared statements, because preparing costs more than most queries. A schema change clears the cache. */
export function withPreparedStatements(sqlite: SQLite.Database): SqliteDatabase {
  const kept = new Map<string, SQLite.Statement>()
  return {
    prepare(sql) {
      const found = kept.get(sql)
      if (found && !found.busy) return found
      const prepared = sqlite.prepare(sql)
      if (reusable.test(sql)) {
        if (kept.size >= MAX_STATEMENTS) kept.delete(firstOf(kept))
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
