import { AsyncLocalStorage } from 'node:async_hooks'
import SQLite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, Kysely, type KyselyPlugin, SqliteDialect, SqliteDriver } from 'kysely'
import type { Schema } from './schema.ts'

/** A database outside any transaction, or a transaction: what queries that only read take. */
export type Db = Kysely<Schema>
/** An open transaction: what queries that write together take. Made only by `inTransaction`. */
export type Tx = Kysely<Schema> & { readonly [inside]: true }
declare const inside: unique symbol

/** The settings durability and confidentiality rest on; each is read back after it is set. */
const pragmas = {
  journal_mode: 'wal',
  // better-sqlite3 is compiled to fall back to NORMAL on the second open of a WAL database.
  synchronous: 2,
  foreign_keys: 1,
  // Deleted and overwritten bytes are zeroed, so an erased code is gone from the file.
  secure_delete: 1,
  trusted_schema: 0,
  busy_timeout: 250,
} as const

class ImmediateSqliteDriver extends SqliteDriver {
  /** Takes the write lock at once: a deferred transaction can fail in its middle when it starts to write. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: SQLite.Database
  constructor(database: SQLite.Database) {
    super({ database })
    this.#database = database
  }
  override createDriver() {
    return new ImmediateSqliteDriver({ database: this.#database })
  }
}

const afterCommits = new WeakMap<Tx, (() => void)[]>()

/** Calls `work` when the transaction is on disk; never, when it is rolled back. */
export function afterCommit(tx: Tx, work: () => void): void {
  afterCommits.set(tx, [...(afterCommits.get(tx) ?? []), work])
}

const insideTransaction = new AsyncLocalStorage<true>()
let openTransactions = 0

/** Kysely's one SQLite connection is held by the open transaction: a root query inside it would wait for ever. */
const rootGuard: KyselyPlugin = {
  transformQuery({ node }) {
    if (insideTransaction.getStore()) throw new Error('The root database was used inside a transaction: pass tx on.')
    return node
  },
  async transformResult({ result }) {
    return result
  },
}

const unguarded = new WeakMap<Db, Kysely<Schema>>()
const connections = new WeakMap<Db, SQLite.Database>()

/**
 * Opens the SQLite database at `file` (or ':memory:').
 * @throws when a setting that durability rests on does not hold after it was set.
 */
export function openDatabase(file: string): Db {
  const sqlite = new SQLite(file)
  for (const [name, wanted] of Object.entries(pragmas)) {
    sqlite.pragma(`${name} = ${wanted}`)
    const actual = sqlite.pragma(name, { simple: true })
    if (actual !== wanted && !(name === 'journal_mode' && file === ':memory:'))
      throw new Error(`SQLite did not accept ${name} = ${wanted}: it is ${actual}.`)
  }
  const root = new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(sqlite) })
  const guarded = root.withPlugin(rootGuard)
  unguarded.set(guarded, root)
  connections.set(guarded, sqlite)
  return guarded
}

/** The engine below a database, for copying it whole. */
export function sqliteOf(db: Db): SQLite.Database {
  const sqlite = connections.get(db)
  if (!sqlite) throw new Error('This is no database that was opened here.')
  return sqlite
}

/**
 * Runs `work` in one IMMEDIATE transaction: all of it is on disk when the promise resolves, or none of it.
 * Inside there is only `tx`, and no file, mail, network or hashing.
 */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const root = unguarded.get(db)
  if (!root || insideTransaction.getStore()) throw new Error('A transaction was opened inside a transaction.')
  openTransactions++
  let inside: Tx | undefined
  const run = (transaction: unknown) => {
    inside = transaction as Tx
    return work(inside)
  }
  let result: Result
  try {
    result = await root.transaction().execute((transaction) => insideTransaction.run(true, () => run(transaction)))
  } finally {
    // On Node 20 a store that is in use makes every promise of the process dearer, so it is in use only meanwhile.
    if (--openTransactions === 0) insideTransaction.disable()
  }
  for (const after of (inside && afterCommits.get(inside)) ?? []) after()
  return result
}
