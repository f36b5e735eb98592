import type { Db, Tx } from '../db/database.ts'
import type { PurgeTable } from '../db/schema.ts'
import { newId } from '../ids.ts'

/** What is gone for good, whose it was, and when (ISO 8601 UTC). */
export type Purge = Pick<PurgeTable, 'what' | 'at'> & { subjectId: string }

/**
 * Writes down that something was purged, in the transaction that purges it: what a backup from before brings back is
 * found by this and goes again.
 */
export async function notePurge(tx: Tx, { what, subjectId, at }: Purge): Promise<void> {
  await tx.insertInto('purges').values({ id: newId(), what, subject_id: subjectId, at }).execute()
}

/** Everything that was purged at `since` (ISO 8601 UTC) or later, oldest first. */
export async function listPurgesSince(db: Db, since: string): Promise<PurgeTable[]> {
  return db.selectFrom('purges').selectAll().where('at', '>=', since).orderBy('at').orderBy('id').execute()
}

/** The newest Clear All Data; undefined when there was none. */
export async function findNewestClearing(db: Db): Promise<Pick<PurgeTable, 'at'> | undefined> {
  return db
    .selectFrom('purges')
    .select('at')
    .where('what', '=', 'all')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
