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

/** A database outside any transaction, or a transaction: what queries that only read take. */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'getExecutor' | 'isTransaction'>
/** The database for the server's own work. Calls have a `Db`, so that they write in transactions only. */
export type ServerDb = Kysely<Schema>
/** An open transaction: what queries that write take. Made only by `inTransaction` and `inServerTransaction`. */
export type Tx = Kysely<Schema> & { readonly [inside]: true }
declare const inside: unique symbol

/** The permission a call was given, checked again wherever the call changes something. */
export type Authorization = {
  /** @throws AppError 'unauthorized' or 'forbidden' when, by what `db` says, the caller has lost it */
  assertStillAllowed(db: Db): Promise<void>
}
/** What a transaction is opened with. `authorization` is undefined for calls of anyone and for the server itself. */
export type TransactionContext = { db: Db; authorization: Authorization | undefined }

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

  /** Takes the write lock at once: a deferred transaction can fail in its middle when it starts to write. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** When the disk fails SQLite rolls back by itself; doing it again would fail and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** The connection, of which nothing is asked any more once the disk has lost something. */
function watched(connection: DatabaseConnection, durability: Durability): DatabaseConnection {
  return {
    executeQuery(query) {
      durability.assertKept()
      try {
        return connection.executeQuery(query)
      } catch (error) {
        durability.judge(error)
        throw error
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

/** SQLite changes a schema in transactions like anything else, which Kysely does not count on. */
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

const unguarded = new WeakMap<Db, ServerDb>()
const connections = new WeakMap<Db, SQLite.Database>()

/**
 * Opens the SQLite database at `file` (or ':memory:'), and closes it to other users of the machine.
 * @throws when it is damaged, or when a setting that durability rests on does not hold after it was set.
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

/** The engine below a database, for copying it whole. */
export function sqliteOf(db: Db): SQLite.Database {
  const sqlite = connections.get(db)
  if (!sqlite) throw new Error('This is no database that was opened here.')
  return sqlite
}

/** Runs `work` on the connection while nobody else does: for what db/ does to the database as a whole. */
export function withConnection<Result>(db: Db, work: (connection: ServerDb) => Promise<Result>): Promise<Result> {
  const root = unguarded.get(db)
  if (!root) throw new Error('This is no database that was opened here.')
  return root.withPlugin(rootGuard).connection().execute(work)
}

/**
 * Runs `work` in one IMMEDIATE transaction, after checking in it that the caller is still allowed to: all of it is on
 * disk when the promise resolves, or none of it. Inside there is only `tx`, and no file, mail, network or hashing.
 * @throws AppError 'unauthorized' or 'forbidden' when the caller has lost the right to this call since it began
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
 * For what a call does outside of the database, and for answers that are sent in pieces.
 * @throws AppError 'unauthorized' or 'forbidden' when the caller has lost the right to this call since it began
 */
export async function assertStillAllowed({ db, authorization }: TransactionContext): Promise<void> {
  await authorization?.assertStillAllowed(db)
}

/** As `inTransaction`, for what the server does by itself: `db` says so, calls have none that can be passed here. */
export function inServerTransaction<Result>(db: ServerDb, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return openTransaction(db, work)
}

/** The same context without the caller's permission, for what must be written even when the caller has lost it. */
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
    // On Node 20 a store that is in use makes every promise of the process dearer, so it is in use only meanwhile.
    if (--openTransactions === 0) insideTransaction.disable()
  }
  for (const after of (inside && afterCommits.get(inside)) ?? []) after()
  return result
}
