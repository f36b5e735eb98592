import type { Db, ServerDb, Tx } from '../platform/db/database.ts'
import type { ReviewLockTable } from '../platform/db/submission-tables.ts'

/** Without a lock whose lease has expired at `now`. */
export async function findActiveLock(db: Db, submissionId: string, now: string) {
  return db
    .selectFrom('review_locks')
    .innerJoin('users', 'users.id', 'review_locks.holder_id')
    .select(['holder_id', 'lease_until', 'users.name as holder_name'])
    .where('submission_id', '=', submissionId)
    .where('lease_until', '>', now)
    .executeTakeFirst()
}

/** Returns false when this staff member no longer has the lock. */
export async function renewLock(tx: Tx, { submission_id, holder_id, lease_until }: ReviewLockTable, now: string) {
  const { numUpdatedRows } = await tx
    .updateTable('review_locks')
    .set({ lease_until })
    .where('submission_id', '=', submission_id)
    .where('holder_id', '=', holder_id)
    .where('lease_until', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteExpiredLocks(db: ServerDb, now: string) {
  await db.deleteFrom('review_locks').where('lease_until', '<=', now).execute()
}
