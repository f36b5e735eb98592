import { statSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Durability } from '../durability.ts'
import { closeToOthers } from '../restrict-file-mode.ts'

/** Settings that durability and confidentiality depend on; each is read back after it is set. */
const pragmas = {
  journal_mode: 'wal',
  // better-sqlite3 is compiled to fall back to NORMAL on the second open of a WAL database.
  synchronous: 2,
  foreign_keys: 1,
  // Zeroes deleted bytes, so that purged values are gone from the file.
  secure_delete: 1,
  trusted_schema: 0,
  // In memory: savepoints and sorts would write rows to temporary files outside of the data folder.
  temp_store: 2,
  busy_timeout: 250,
} as const

/** Opens a SQLite file (or ':memory:'), closed to other users. A serialized database is copied into memory. */
export function openSqlite(source: string | Buffer): SQLite.Database {
  const file = typeof source === 'string' ? source : ':memory:'
  const isChecked = needsCheck(file)
  closeToOthers(file)
  const sqlite = new SQLite(source)
  try {
    setPragmas(sqlite, file)
    if (isChecked) assertWhole(sqlite)
  } catch (error) {
    sqlite.close()
    throw error
  }
  return sqlite
}

function setPragmas(sqlite: SQLite.Database, file: string) {
  for (const [name, wanted] of Object.entries(pragmas)) {
    sqlite.pragma(`${name} = ${wanted}`)
    const actual = sqlite.pragma(name, { simple: true })
    if (actual !== wanted && !(name === 'journal_mode' && file === ':memory:'))
      throw new Error(`SQLite did not accept ${name} = ${wanted}: it is ${actual}.`)
  }
}

/** One connection with prepared statements; it rejects every query after a disk failure. */
export function sqliteDialect(database: SQLite.Database, durability: Durability): Dialect {
  return {
    createDriver: () => new DurableSqliteDriver(database, durability),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createQueryCompiler: () => new LockFreeSqliteCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

class DurableSqliteDriver extends SqliteDriver {
  readonly #database: SQLite.Database
  readonly #durability: Durability
  #watched: DatabaseConnection | undefined
  constructor(database: SQLite.Database, durability: Durability) {
    super({ database: withPreparedStatements(database) })
    this.#database = database
    this.#durability = durability
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    this.#watched ??= watched(connection, this.#durability)
    return this.#watched
  }

  /** Takes the write lock at once: a deferred transaction can fail with SQLITE_BUSY at its first write. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite rolls back by itself after an I/O error; a second rollback would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

function watched(connection: DatabaseConnection, durability: Durability): DatabaseConnection {
  return {
    async executeQuery(query) {
      durability.assertDurable()
      try {
        return await connection.executeQuery(query)
      } catch (error) {
        durability.recordError(error)
        throw error
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

/** SQLite supports DDL in transactions, but Kysely's adapter denies it. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

const rowLocks: ReadonlySet<unknown> = new Set(['ForUpdate', 'ForNoKeyUpdate', 'ForShare', 'ForKeyShare', 'SkipLocked'])

/** Leaves out row locks, which SQLite does not know: an IMMEDIATE transaction is the only writer. */
class LockFreeSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!rowLocks.has(node.modifier)) super.visitSelectModifier(node)
  }
}

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
        const [oldest = ''] = kept.size >= MAX_STATEMENTS ? kept.keys() : []
        kept.delete(oldest)
        kept.set(sql, prepared)
      } else kept.clear()
      return prepared
    },
    close: () => sqlite.close(),
  }
}

/** Databases up to this size are checked at every start (about 100 ms), larger ones only after a crash. */
const ALWAYS_CHECKED_BYTES = 64 * 1024 * 1024

/** Whether the database at `file` must be checked. Call it before opening, which creates the WAL. */
export function needsCheck(file: string): boolean {
  const size = sizeOf(file)
  if (size === undefined) return false
  // A clean shutdown removes the WAL. A read-only connection, which reads the key records before, leaves an empty one.
  return Boolean(sizeOf(`${file}-wal`)) || size <= ALWAYS_CHECKED_BYTES
}

/** Checks the structure of every page. SQLite misses a changed byte inside a value: authentication tags detect it. */
function assertWhole(sqlite: SQLite.Database) {
  const found = sqlite.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' })
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}
