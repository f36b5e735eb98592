import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'

/**
 * The rules that one row lock cannot protect, in the order in which a transaction acquires their locks: after people,
 * orders, payouts and keys. The audit chain is the last lock before the commit. During the commit, triggers acquire
 * 'log-sequence', which all tables share that number their rows then: no later lock, so no deadlock.
 */
type LockName = 'owners' | 'catalogue' | 'policies' | 'site' | 'statements' | 'audit-chain'

/** The first keys of advisory locks; the second is a hash. `lock_named` in the migrations has that of named locks. */
export const lockClasses = { named: 17, keys: 18, people: 19 } as const

/** Locks until the end of the transaction. On SQLite, the transaction is the only writer anyway. */
export async function acquireLock(tx: Tx, name: LockName) {
  if (isPostgres(tx)) await sql`select lock_named(${name})`.execute(tx)
}

/** Locks people, fingerprints of payout accounts or request keys in one order, until the end of the transaction. */
export async function lockKeys(tx: Tx, names: readonly string[]) {
  if (!isPostgres(tx)) return
  const keys = sql`select distinct hashtext(name) as key from unnest(${names}::text[]) as name order by key`
  await sql`select pg_advisory_xact_lock(${lockClasses.keys}, key) from (${keys}) as keys`.execute(tx)
}

/** Waits for all transactions that write or lock rows of this table; later ones wait for the end of this one. */
export async function lockTable(tx: Tx, table: 'users' | 'canned_responses') {
  if (isPostgres(tx)) await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx)
}
