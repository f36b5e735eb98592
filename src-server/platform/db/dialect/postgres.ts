import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { OutcomeUnknown } from '../../errors.ts'
import { ConnectionLost, isConnectionError, TransactionAborted } from './postgres-errors.ts'

const POOL_SIZE = 10
const CONNECT_MS = 5_000
/** Longer than any query of ours needs; a transaction that idles is a node that hangs. */
const sessionSettings = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  // Below the 30 s that readers of the event journal wait for a missing number.
  idle_in_transaction_session_timeout: 15_000,
}
/** Above the number of static queries; bounds the memory of the server for queries with generated text. */
const MAX_STATEMENTS = 500
const reusable = /^\s*(select|with|insert|update|delete)\b/i
const ASK_OUTCOME_TIMES = 20
const ASK_OUTCOME_EVERY_MS = 250

/** The type OIDs of bigint and numeric: counts, sums and averages, none of which exceeds 2^53. SQLite has numbers. */
const numberTypes: ReadonlySet<number> = new Set([20, 1700])

/** The dialect of a PostgreSQL server. `pg` is loaded only here, so that a site with SQLite does not need it. */
export async function postgresDialect(url: string, options: { poolSize?: number } = {}): Promise<Dialect> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'gift-card-exchange',
    keepAlive: true,
    ...sessionSettings,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        numberTypes.has(oid) ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // Without listeners, a server that goes away would end this process; queries report the error themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(pool),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  }
}

/** Its methods get the connections that it gave. */
class PooledDriver implements Driver {
  readonly #pool: Pool
  constructor(pool: Pool) {
    this.#pool = pool
  }
  async init() {}
  async acquireConnection() {
    return new Connection(await this.#pool.connect().catch(wrapped))
  }
  async beginTransaction(connection: Connection, { isolationLevel }: TransactionSettings) {
    await connection.begin(isolationLevel)
  }
  async commitTransaction(connection: Connection) {
    const { transactionId } = connection
    try {
      await connection.commit()
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      await this.#resolveCommit(transactionId, error)
    }
  }
  async rollbackTransaction(connection: Connection) {
    await connection.rollback()
  }
  async releaseConnection(connection: Connection) {
    connection.release()
  }
  async destroy() {
    await this.#pool.end()
  }

  /** Asks the server what became of a commit whose answer was lost. @throws TransactionAborted or OutcomeUnknown */
  async #resolveCommit(transactionId: string, cause: unknown) {
    for (let attempt = 0; attempt < ASK_OUTCOME_TIMES; attempt++) {
      const status = await this.#statusOf(transactionId)
      if (status === 'committed') return
      if (status === 'aborted') throw new TransactionAborted({ cause })
      await new Promise((resolve) => setTimeout(resolve, ASK_OUTCOME_EVERY_MS))
    }
    throw new OutcomeUnknown()
  }

  /** Undefined when the server cannot be asked or no longer knows. */
  async #statusOf(transactionId: string) {
    try {
      const text = 'select pg_xact_status($1::xid8) as status'
      const { rows } = await this.#pool.query<{ status: string | null }>(text, [transactionId])
      return rows[0]?.status ?? undefined
    } catch {
      return undefined
    }
  }
}

const statementNames = new Map<string, string>()

/** The name under which a connection keeps the plan of a query; undefined for generated texts beyond the limit. */
function statementName(sql: string) {
  if (!reusable.test(sql)) return undefined
  const known = statementNames.get(sql)
  if (known !== undefined || statementNames.size >= MAX_STATEMENTS) return known
  const name = `q${statementNames.size}`
  statementNames.set(sql, name)
  return name
}

class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  #error: Error | undefined
  /** Identifies the open transaction on the server, also after this connection is lost. */
  transactionId = ''

  constructor(client: PoolClient) {
    this.#client = client
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const name = statementName(sql)
    const values = parameters.map(storable)
    const result = await this.#run(() => this.#client.query({ text: sql, values, ...(name && { name }) }))
    return { rows: result.rows as Row[], ...(result.rowCount !== null && { numAffectedRows: BigInt(result.rowCount) }) }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streamed queries are not supported.')
  }

  async begin(isolationLevel = 'read committed') {
    const text = `begin isolation level ${isolationLevel}; select pg_current_xact_id()::text as id`
    // One round trip; the result of each statement is an element.
    const results = (await this.#run(() => this.#client.query(text))) as unknown as { rows: { id: string }[] }[]
    this.transactionId = results[1]?.rows[0]?.id ?? ''
  }

  /** @throws also when the server rolled back instead, because a statement had failed */
  async commit() {
    const { command } = await this.#run(() => this.#client.query('commit'))
    if (command !== 'COMMIT') throw new TransactionAborted()
  }

  async rollback() {
    if (this.#error) return
    // A rollback that fails means a lost connection, which rolls back too.
    await this.#run(() => this.#client.query('rollback')).catch(() => {})
  }

  release() {
    this.#client.release(this.#error)
  }

  async #run<Result>(query: () => Promise<Result>): Promise<Result> {
    try {
      return await query()
    } catch (error) {
      // A connection with stale plans, or a lost one, is not used again.
      if (isConnectionError(error) || isStalePlan(error)) this.#error = error as Error
      return wrapped(error)
    }
  }
}

function wrapped(error: unknown): never {
  throw isConnectionError(error) ? new ConnectionLost(error) : error
}

/** After a migration, the plan of a `select *` has other columns than the connection remembers. */
function isStalePlan(error: unknown) {
  return (error as { code?: string }).code === '0A000'
}

/** PostgreSQL stores no NUL in text. */
function storable(value: unknown) {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}
