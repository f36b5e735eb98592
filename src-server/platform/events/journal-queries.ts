import type { Insertable } from 'kysely'
import type { Db, ServerDb, Tx } from '../db/database.ts'
import type { EventTable } from '../db/operations-tables.ts'

/** The numbers from `first` to `last`, both included. */
export type NumberRange = { first: number; last: number }
export type JournalRow = Pick<EventTable, 'payload'> & { id: number }

/** Keeps a statement below the engines' limit of parameters. */
const ROWS_AT_ONCE = 1_000

/** Returns their numbers in the same order. */
export async function insertEvents(tx: Tx, rows: readonly Insertable<EventTable>[]) {
  const ids: number[] = []
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const values = rows.slice(at, at + ROWS_AT_ONCE)
    const inserted = await tx.insertInto('events').values(values).returning('id').execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  // Numbers ascend in the order of the rows, but SQLite may return them in any order.
  return ids.sort((one, other) => one - other)
}

export async function findNewestNumber(db: Db) {
  const { newest } = await db
    .selectFrom('events')
    .select((select) => select.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

export async function listEventsAfter(db: Db, after: number, limit: number): Promise<JournalRow[]> {
  return db.selectFrom('events').select(['id', 'payload']).where('id', '>', after).orderBy('id').limit(limit).execute()
}

/** Returns the rows in any of these ranges, of which there is one at least, and after this number, lowest first. */
export async function listEventsWithin(
  db: Db,
  ranges: readonly NumberRange[],
  { after, limit }: { after: number; limit: number },
): Promise<JournalRow[]> {
  return (
    db
      .selectFrom('events')
      .select(['id', 'payload'])
      .where((where) => where.or(ranges.map(({ first, last }) => where.between('id', first, last))))
      .where('id', '>', after)
      // Otherwise an engine may read the whole journal in its order.
      .where('id', '>=', Math.min(...ranges.map(({ first }) => first)))
      .where('id', '<=', Math.max(...ranges.map(({ last }) => last)))
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

/** Deletes the rows from before this time, except the newest row, by which readers know the end of the journal. */
export async function deleteEventsBefore(db: ServerDb, at: string) {
  await db
    .deleteFrom('events')
    .where('at', '<', at)
    .where('id', '<', (where) => where.selectFrom('events').select((select) => select.fn.max('id').as('newest')))
    .execute()
}
