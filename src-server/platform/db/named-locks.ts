import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'
import type { LockName } from './operations-tables.ts'

/**
 * Waits until no other transaction holds this lock; it is released at the end of the transaction. On SQLite, the
 * transaction is the only writer anyway.
 */
export async function acquireLock(tx: Tx, name: LockName): Promise<void> {
  if (!isPostgres(tx)) return
  await tx.selectFrom('named_locks').select('name').where('name', '=', name).forUpdate().executeTakeFirstOrThrow()
}

/** Waits for all transactions that write or lock rows of this table; later ones wait for the end of this one. */
export async function lockTable(tx: Tx, table: 'users' | 'canned_responses'): Promise<void> {
  if (isPostgres(tx)) await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx)
}
