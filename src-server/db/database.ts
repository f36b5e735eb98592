import { AsyncLocalStorage } from 'node:async_hooks'
import SQLite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type KyselyPlugin,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { assertWhole, needsCheck } from './check-database.ts'
import { createDurability, type Durability } from './durability.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import { closeToOthers } from './restrict-file-mode.ts'
import type { Schema } from './schema.ts'

/** A database or a transaction: the parameter of queries that only read. */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'getExecutor' | 'isTransaction'>
/** The database for the server's own work. API calls get a `Db`, so that they can write only in transactions. */
export type ServerDb = Kysely<Schema>
/** An open transaction: the parameter of queries that write. Created by `inTransaction` and `inServerTransaction`. */
export type Tx = Kysely<Schema> & { readonly [inside]: true }
declare const inside: unique symbol

/** The permission of a call, checked again in each transaction that writes. */
export type Authorization = {
  /** @throws AppError 'unauthorized' or 'forbidden' when the caller no longer has the permission */
  assertStillAllowed(db: Db): Promise<void>
}
/** `authorization` is undefined for public calls and for the server itself. */
export type TransactionContext = { db: Db; authorization: Authorization | undefined }

/** Settings that durability and confidentiality depend on; each is read back after it is set. */
const pragmas = {
  journal_mode: 'wal',
  // better-sqlite3 is compiled to fall back to NORMAL on the second open of a WAL database.
  synchronous: 2,
  foreign_keys: 1,
  // Zeroes deleted bytes, so that purged values are gone from the file.
  secure_delete: 1,
  trusted_schema: 0,
  busy_timeout: 250,
} as const

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

/** Wraps the connection so that it rejects every query after a disk failure. */
function watched(connection: DatabaseConnection, durability: Durability): DatabaseConnection {
  return {
    executeQuery(query) {
      durability.assertDurable()
      try {
        return connection.executeQuery(query)
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

class DurableSqliteDialect extends SqliteDialect {
  readonly #database: SQLite.Database
  readonly #durability: Durability
  constructor(database: SQLite.Database, durability: Durability) {
    super({ database })
    this.#database = database
    this.#durability = durability
  }
  override createDriver() {
    return new DurableSqliteDriver(this.#database, this.#durability)
  }
  override createAdapter() {
    return new TransactionalSqliteAdapter()
  }
}

const afterCommits = new WeakMap<Tx, (() => void)[]>()

/** Calls `work` after the transaction is committed to disk, and not at all when it is rolled back. */
export function afterCommit(tx: Tx, work: () => void): void {
  afterCommits.set(tx, [...(afterCommits.get(tx) ?? []), work])
}

const insideTransaction = new AsyncLocalStorage<true>()
let openTransactions = 0

/** The open transaction owns Kysely's only SQLite connection: a root query inside it would deadlock. */
const rootGuard: KyselyPlugin = {
  transformQuery({ node }) {
    if (insideTransaction.getStore()) throw new Error('The root database was used inside a transaction: pass tx on.')
    return node
  },
  async transformResult({ result }) {
    return result
  },
}

const unguarded = new WeakMap<Db, ServerDb>()
const connections = new WeakMap<Db, SQLite.Database>()

/**
 * Opens the SQLite database at `file` (or ':memory:') and removes the file permissions of other users.
 * @throws when the database is damaged or SQLite does not accept one of the `pragmas`
 */
export function openDatabase(file: string, durability: Durability = createDurability()): ServerDb {
  const isChecked = needsCheck(file)
  closeToOthers(file)
  const sqlite = new SQLite(file)
  try {
    setPragmas(sqlite, file)
    if (isChecked) assertWhole(sqlite)
  } catch (error) {
    sqlite.close()
    throw error
  }
  const root = new Kysely<Schema>({ dialect: new DurableSqliteDialect(sqlite, durability) })
  const guarded = root.withPlugin(rootGuard)
  unguarded.set(guarded, root)
  connections.set(guarded, sqlite)
  return guarded
}

function setPragmas(sqlite: SQLite.Database, file: string): void {
  for (const [name, wanted] of Object.entries(pragmas)) {
    sqlite.pragma(`${name} = ${wanted}`)
    const actual = sqlite.pragma(name, { simple: true })
    if (actual !== wanted && !(name === 'journal_mode' && file === ':memory:'))
      throw new Error(`SQLite did not accept ${name} = ${wanted}: it is ${actual}.`)
  }
}

/** The SQLite connection below a database, for `pragma` and `backup`. */
export function sqliteOf(db: Db): SQLite.Database {
  const sqlite = connections.get(db)
  if (!sqlite) throw new Error('The database was not opened by openDatabase.')
  return sqlite
}

/** Runs `work` with exclusive use of the connection, for maintenance in db/. */
export function withConnection<Result>(db: Db, work: (connection: ServerDb) => Promise<Result>): Promise<Result> {
  const root = unguarded.get(db)
  if (!root) throw new Error('The database was not opened by openDatabase.')
  return root.withPlugin(rootGuard).connection().execute(work)
}

/**
 * Runs `work` in one IMMEDIATE transaction, after checking in it that the caller still has the permission. All changes
 * are on disk when the promise resolves. `work` uses only `tx`: no files, mail, network or hashing.
 * @throws AppError 'unauthorized' or 'forbidden' when the caller has lost the permission since the call began
 */
export async function inTransaction<Result>(
  { db, authorization }: TransactionContext,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  if (!authorization) return openTransaction(db, work)
  return openTransaction(db, async (tx) => {
    await authorization.assertStillAllowed(tx)
    return work(tx)
  })
}

/**
 * For effects outside the database and for streamed responses.
 * @throws AppError 'unauthorized' or 'forbidden' when the caller has lost the permission since the call began
 */
export async function assertStillAllowed({ db, authorization }: TransactionContext): Promise<void> {
  await authorization?.assertStillAllowed(db)
}

/** Like `inTransaction`, for the server's own work: API calls have no `ServerDb` to pass. */
export function inServerTransaction<Result>(db: ServerDb, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return openTransaction(db, work)
}

/** The same context without the permission check, for writes that must happen even when the caller has lost it. */
export function withoutAuthorization<Context extends TransactionContext>(ctx: Context): Context {
  return { ...ctx, authorization: undefined }
}

async function openTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
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
    // AsyncLocalStorage slows down every promise on Node 20, so it is enabled only while a transaction is open.
    if (--openTransactions === 0) insideTransaction.disable()
  }
  for (const after of (inside && afterCommits.get(inside)) ?? []) after()
  return result
}
