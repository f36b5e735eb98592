import type { Db, ServerDb, Tx } from '../db/database.ts'
import type { ReviewLockTable } from '../db/submission-tables.ts'

export type ActiveLock = Pick<ReviewLockTable, 'holder_id' | 'lease_until'> & { holder_name: string }

/** Who holds an order at `now`; undefined when nobody does, or their lease has run out. */
export async function findActiveLock(db: Db, submissionId: string, now: string): Promise<ActiveLock | undefined> {
  return db
    .selectFrom('review_claims')
    .innerJoin('users', 'users.id', 'review_claims.holder_id')
    .select(['holder_id', 'lease_until', 'users.name as holder_name'])
    .where('submission_id', '=', submissionId)
    .where('lease_until', '>', now)
    .executeTakeFirst()
}

/** Makes somebody the holder, whoever it was. */
export async function putLock(tx: Tx, claim: ReviewLockTable): Promise<void> {
  const { holder_id, lease_until } = claim
  await tx
    .insertInto('review_claims')
    .values(claim)
    .onConflict((conflict) => conflict.column('submission_id').doUpdateSet({ holder_id, lease_until }))
    .execute()
}

/** Makes the lease of its holder longer; false when they hold it no more. */
export async function renewLock(tx: Tx, { submission_id, holder_id, lease_until }: ReviewLockTable, now: string) {
  const { numUpdatedRows } = await tx
    .updateTable('review_claims')
    .set({ lease_until })
    .where('submission_id', '=', submission_id)
    .where('holder_id', '=', holder_id)
    .where('lease_until', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the claim of this person; another's stays. */
export async function deleteLockOf(tx: Tx, submissionId: string, holderId: string): Promise<void> {
  await tx
    .deleteFrom('review_claims')
    .where('submission_id', '=', submissionId)
    .where('holder_id', '=', holderId)
    .execute()
}

/** Claims that ran out while nobody had the order open. */
export async function deleteExpiredLocks(db: ServerDb, now: string): Promise<void> {
  await db.deleteFrom('review_claims').where('lease_until', '<=', now).execute()
}
