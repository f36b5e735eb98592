import type { Db, Tx } from '../db/database.ts'
import type { PurgeTable } from '../db/schema.ts'

/** The next purges after `from`, oldest first. */
export async function listPurgesFrom(db: Db, from: { at: string; id: string }, limit: number): Promise<PurgeTable[]> {
  return db
    .selectFrom('purges')
    .selectAll()
    .where((where) =>
      where.or([where('at', '>', from.at), where.and([where('at', '=', from.at), where('id', '>', from.id)])]),
    )
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function findNewestPurge(db: Db): Promise<PurgeTable | undefined> {
  return db.selectFrom('purges').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** Filters the purges that are not in the database. */
export async function listUnknownPurges(db: Db, purges: readonly PurgeTable[]): Promise<PurgeTable[]> {
  const ids = purges.map(({ id }) => id)
  const known = await db.selectFrom('purges').select('id').where('id', 'in', ids).execute()
  const isKnown = new Set(known.map(({ id }) => id))
  return purges.filter(({ id }) => !isKnown.has(id))
}

export async function insertPurge(tx: Tx, purge: PurgeTable): Promise<void> {
  await tx.insertInto('purges').values(purge).execute()
}

export async function hasUser(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
