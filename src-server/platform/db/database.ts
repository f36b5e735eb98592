import { AsyncLocalStorage } from 'node:async_hooks'
import type SQLite from 'better-sqlite3'
import { HandleEmptyInListsPlugin, Kysely, type KyselyPlugin, replaceWithNoncontingentExpression, sql } from 'kysely'
import { inSpan } from '../telemetry/telemetry.ts'
import { isPostgres } from './dialect/dialect.ts'
import { postgresDialect } from './dialect/postgres.ts'
import { isRepeatable, isStaleRead } from './dialect/postgres-errors.ts'
import { openSqlite, sqliteDialect } from './dialect/sqlite.ts'
import { createDurability, type Durability } from './durability.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import type { Schema } from './schema.ts'

/** A database or a transaction: the parameter of queries that only read. */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'getExecutor' | 'isTransaction'>
/** The database for the server's own work. API calls get a `Db`, so that they can write only in transactions. */
export type ServerDb = Kysely<Schema>
/** An open transaction: the parameter of queries that write. Created by `inTransaction` and `inServerTransaction`. */
export type Tx = Kysely<Schema> & { readonly [inside]: true }
declare const inside: unique symbol

type Work<Result> = (tx: Tx) => Promise<Result>

export type Authorization = {
  /** @throws AppError 'unauthorized' or 'forbidden' when the caller no longer has the permission */
  assertStillAllowed(db: Db): Promise<void>
}
/** `authorization` is undefined for public calls and for the server itself. */
export type TransactionContext<App = { db: Db }> = { app: App; authorization: Authorization | undefined }

type Callbacks = { before: (() => Promise<void>)[]; after: (() => unknown)[] }
const callbacks = new WeakMap<Tx, Callbacks>()

function callbacksOf(tx: Tx): Callbacks {
  const of = callbacks.get(tx) ?? { before: [], after: [] }
  callbacks.set(tx, of)
  return of
}

/** Runs `work` late in the transaction, in the order of calls: for one statement of all writes, and the audit lock. */
export function beforeCommit(tx: Tx, work: () => Promise<void>) {
  callbacksOf(tx).before.push(work)
}

/** Calls `work`, which must not throw, after the commit to disk. The transaction resolves once it has ended. */
export function afterCommit(tx: Tx, work: () => unknown) {
  callbacksOf(tx).after.push(work)
}

const insideTransaction = new AsyncLocalStorage<true>()
let openTransactions = 0

/** A root query inside a transaction would deadlock on SQLite, and read outside of it on PostgreSQL. */
export function assertOutsideTransaction() {
  if (insideTransaction.getStore()) throw new Error('The root database was used inside a transaction: pass tx on.')
}

const rootGuard: KyselyPlugin = {
  transformQuery({ node }) {
    assertOutsideTransaction()
    return node
  },
  async transformResult({ result }) {
    return result
  },
}

/** `in ()` is an error in PostgreSQL; SQLite finds nothing. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

/** `root` lacks the guard; only SQLite has the others. */
type Opened = { root: ServerDb; sqlite?: SQLite.Database; inGroup?: GroupCommit }
const databases = new WeakMap<Db, Opened>()

/** Opens the SQLite database at this path (or ':memory:'), or a copy of a serialized one in memory. */
export function openDatabase(source: string | Buffer, durability: Durability = createDurability()) {
  const sqlite = openSqlite(source)
  const root = new Kysely<Schema>({ dialect: sqliteDialect(sqlite, durability) })
  return guard({ root, sqlite, inGroup: createGroupCommit(root, () => sqlite.inTransaction) })
}

/** Connects to a PostgreSQL server at its first query. `poolSize` is the maximum number of connections. */
export async function openPostgres(url: string, options: { poolSize?: number } = {}) {
  return guard({ root: new Kysely<Schema>({ dialect: await postgresDialect(url, options), plugins: [emptyLists] }) })
}

function guard(opened: Opened): ServerDb {
  const db = opened.root.withPlugin(rootGuard)
  databases.set(db, opened)
  return db
}

export function sqliteOf(db: Db): SQLite.Database {
  const sqlite = databases.get(db)?.sqlite
  if (!sqlite) throw new Error('The database is not SQLite.')
  return sqlite
}

/** Runs `work` with exclusive use of the connection, for maintenance in db/. */
export function withConnection<Result>(db: Db, work: (connection: ServerDb) => Promise<Result>) {
  const opened = databases.get(db)
  if (!opened) throw new Error('The database was not opened by openDatabase.')
  return opened.root.withPlugin(rootGuard).connection().execute(work)
}

/**
 * Runs `work` in one IMMEDIATE transaction, after a check that the caller still has the permission. All changes are on
 * disk when it resolves. `work` uses only `tx`: PostgreSQL may run it again after a rollback.
 */
export async function inTransaction<App extends { db: Db }, Result>(
  { app, authorization }: TransactionContext<App>,
  work: (tx: Tx, app: App) => Promise<Result>,
) {
  return openTransaction(
    app.db,
    withCheck(authorization, (tx) => work(tx, app)),
  )
}

function withCheck<Result>(authorization: Authorization | undefined, work: Work<Result>): Work<Result> {
  if (!authorization) return work
  return async (tx) => {
    await authorization.assertStillAllowed(tx)
    return work(tx)
  }
}

/** Undoes `work` with its callbacks when it returns undefined. PostgreSQL frees its locks then. */
export async function inSavepoint<Result>(tx: Tx, work: Work<Result | undefined>) {
  // An object of its own, because callbacks are registered on it.
  const trial = tx.withTables<Record<never, never>>() as Tx
  await sql`savepoint trial`.execute(tx)
  const result = await work(trial)
  if (result === undefined) await sql`rollback to savepoint trial`.execute(tx)
  else {
    const { before, after } = callbacksOf(trial)
    callbacksOf(tx).before.push(...before)
    callbacksOf(tx).after.push(...after)
    // They may add others.
    callbacks.set(trial, callbacksOf(tx))
  }
  await sql`release savepoint trial`.execute(tx)
  return result
}

/** For effects outside the database and for streamed responses. */
export async function assertStillAllowed({ app, authorization }: TransactionContext) {
  await authorization?.assertStillAllowed(app.db)
}

/** Like `inTransaction`, for short work of many callers: on SQLite they share a commit, and `work` may run again. */
export async function inShortTransaction<Result>({ app, authorization }: TransactionContext, work: Work<Result>) {
  return openTransaction(app.db, withCheck(authorization, work), { inGroup: databases.get(app.db)?.inGroup })
}

/** Like `inTransaction`, for the server's own work: API calls have no `ServerDb` to pass. */
export function inServerTransaction<Result>(db: ServerDb, work: Work<Result>) {
  return openTransaction(db, work)
}

/** Runs `work`, which only reads, in a transaction in which it sees what was committed before, and nothing later. */
export function inSnapshot<Result>(db: ServerDb, work: Work<Result>) {
  return openTransaction(db, work, { isSnapshot: true })
}

/** A context whose transactions check no permission, for what a call writes before it has one or after it lost it. */
export function withoutAuthorization<App>(app: App): { app: App; authorization: undefined } {
  return { app, authorization: undefined }
}

/** The context of the server's own work: API calls have no `ServerDb` to pass. */
export function asServer<App extends { db: ServerDb }>(app: App) {
  return withoutAuthorization(app)
}

type TransactionOptions = { inGroup?: GroupCommit | undefined; isSnapshot?: boolean }

function openTransaction<Result>(db: Db, work: Work<Result>, options: TransactionOptions = {}) {
  return inSpan('transaction', () => runTransaction(db, work, options))
}

async function runTransaction<Result>(db: Db, work: Work<Result>, { inGroup, isSnapshot = false }: TransactionOptions) {
  const root = databases.get(db)?.root
  if (!root || insideTransaction.getStore()) throw new Error('A transaction was opened inside a transaction.')
  openTransactions++
  let inside: Tx | undefined
  const run = async (transaction: unknown) => {
    const tx = transaction as Tx
    inside = tx
    const result = await work(tx)
    // Each may add another one.
    for (const last of callbacksOf(tx).before) await last()
    return result
  }
  const guarded = (transaction: unknown) => insideTransaction.run(true, () => run(transaction))
  const begun = root.transaction()
  const isolated = isSnapshot && isPostgres(root) ? begun.setIsolationLevel('repeatable read') : begun
  const attempt = () => isolated.execute(guarded)
  let result: Result
  try {
    if (inGroup) result = await inGroup(guarded)
    else result = await (isPostgres(root) ? repeatOnConflict(attempt) : attempt())
  } finally {
    // AsyncLocalStorage slows down every promise before Node 24, so it is enabled only while a transaction is open.
    if (--openTransactions === 0) insideTransaction.disable()
  }
  await Promise.all((inside ? callbacksOf(inside).after : []).map((after) => after()))
  return result
}

const MAX_ATTEMPTS = 12
const MAX_ATTEMPTS_AFTER_STALE_READ = 3
const LONGEST_PAUSE_MS = 500
/** No attempt begins later than this after the first: the caller waits. */
const REPEAT_MS = 10_000

async function repeatOnConflict<Result>(transaction: () => Promise<Result>) {
  const start = performance.now()
  for (let attempt = 1; ; attempt++)
    try {
      return await transaction()
    } catch (error) {
      const isStale = isStaleRead(error)
      if (!isStale && !isRepeatable(error)) throw error
      if (attempt >= (isStale ? MAX_ATTEMPTS_AFTER_STALE_READ : MAX_ATTEMPTS)) throw error
      if (performance.now() - start > REPEAT_MS) throw error
      const pauseMs = Math.min(2 ** attempt, LONGEST_PAUSE_MS) * Math.random()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
}
