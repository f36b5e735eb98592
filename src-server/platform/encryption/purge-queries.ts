import type { Db, Tx } from '../db/database.ts'
import type { PurgeTable } from '../db/operations-tables.ts'
import { newId } from '../ids.ts'

/** A removal for good; `at` is ISO 8601 UTC. */
type Purge = Pick<PurgeTable, 'what' | 'at'> & { subjectId: string }

/**
 * Records a purge, in the transaction that purges. A restore of an older backup replays these records, so that purged
 * data does not come back.
 */
export async function notePurge(tx: Tx, { what, subjectId, at }: Purge): Promise<void> {
  await tx.insertInto('purges').values({ id: newId(), what, subject_id: subjectId, at }).execute()
}

/** The newest purge by Clear All Data. */
export async function findNewestClearing(db: Db): Promise<Pick<PurgeTable, 'at'> | undefined> {
  return db
    .selectFrom('purges')
    .select('at')
    .where('what', '=', 'all')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}
