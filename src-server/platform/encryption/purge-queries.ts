import type { Db, Tx } from '../db/database.ts'
import type { PurgeTable } from '../db/operations-tables.ts'
import { table } from '../db/table.ts'
import { newId } from '../ids.ts'

type Purge = Pick<PurgeTable, 'what' | 'at'> & { subjectId: string }

/** A restore of an older backup repeats it. */
export async function notePurge(tx: Tx, { what, subjectId, at }: Purge) {
  await table('purges').insert(tx, { id: newId(), what, subject_id: subjectId, at })
}

export async function findNewestClearing(db: Db) {
  return db
    .selectFrom('purges')
    .select('at')
    .where('what', '=', 'all')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}
