import type { Tx } from './database.ts'
import { isPostgres } from './dialect/dialect.ts'

/** The rules that one row lock cannot protect, in the order in which a transaction acquires their locks. */
export type LockName = 'owners' | 'audit-chain'

/**
 * Waits until no other transaction holds this lock; it is released at the end of the transaction. On SQLite, the
 * transaction is the only writer anyway.
 */
export async function acquireLock(tx: Tx, name: LockName): Promise<void> {
  if (!isPostgres(tx)) return
  await tx.selectFrom('named_locks').select('name').where('name', '=', name).forUpdate().executeTakeFirstOrThrow()
}
