import type { Db } from '../../platform/db/database.ts'
import type { PurgeTable } from '../../platform/db/operations-tables.ts'

export type NumberedPurge = Omit<PurgeTable, 'sequence'> & { sequence: number }

export async function listPurgesAfter(db: Db, sequence: number, limit: number): Promise<NumberedPurge[]> {
  return db
    .selectFrom('purges')
    .select(['id', 'what', 'subject_id', 'at'])
    .select(({ ref }) => ref('sequence').$castTo<number>().as('sequence'))
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

export async function findNewestOfPurges(db: Db, ids: readonly string[]) {
  const found = db.selectFrom('purges').select(({ fn }) => fn.max('sequence').as('newest'))
  return (await found.where('id', 'in', ids).executeTakeFirst())?.newest ?? undefined
}

export async function findNewestPurge(db: Db) {
  const numbered = db.selectFrom('purges').select('id').where('sequence', 'is not', null)
  return (await numbered.orderBy('sequence', 'desc').limit(1).executeTakeFirst())?.id
}

export async function listUnknownPurges(db: Db, purges: readonly PurgeTable[]) {
  const ids = purges.map(({ id }) => id)
  const known = await db.selectFrom('purges').select('id').where('id', 'in', ids).execute()
  const isKnown = new Set(known.map(({ id }) => id))
  return purges.filter(({ id }) => !isKnown.has(id))
}
