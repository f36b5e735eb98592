import type { ExpressionBuilder } from 'kysely'
import type { Db, ServerDb, Tx } from '../db/database.ts'
import type { LimitCountTable, Schema } from '../db/schema.ts'

/** What a hit makes of a row: all times as they are now, so that one statement can choose. */
export type HitTimes = {
  now: string
  /** The window that begins with the first hit. */
  ends: string
  /** For the hit that fills the room and each one after it: free again, and forgotten. Empty where the window decides. */
  waits: readonly { free: string; ends: string }[]
}

/**
 * Counts `amount` for a key if there is room, in one guarded statement: of hits at the same time no more get through
 * than there is room for. False when there was none; then nothing changes.
 */
export async function consumeHit(
  db: ServerDb,
  key: string,
  amount: number,
  most: number,
  times: HitTimes,
): Promise<boolean> {
  const { now, ends } = times
  const row = await db
    .insertInto('limit_counts')
    .values({ key, hits: amount, free_at: ends, ends_at: ends, ...(amount >= most && firstWait(times)) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((row) => ({
          hits: row
            .case()
            .when('limit_counts.ends_at', '<=', now)
            .then(amount)
            .else(row('limit_counts.hits', '+', amount))
            .end(),
          free_at: timeAfter(row, 'free_at', most, times),
          ends_at: timeAfter(row, 'ends_at', most, times),
        }))
        .where((row) =>
          row.or([
            row('limit_counts.ends_at', '<=', now),
            row('limit_counts.free_at', '<=', now),
            row('limit_counts.hits', '<=', most - amount),
          ]),
        ),
    )
    .returning('hits')
    .executeTakeFirst()
  return row !== undefined
}

function firstWait({ waits: [first] }: HitTimes) {
  return first && { free_at: first.free, ends_at: first.ends }
}

/** A new window for a row that has ended, a wait for one without room, else as it was. */
function timeAfter(
  row: ExpressionBuilder<Schema, 'limit_counts'>,
  column: 'free_at' | 'ends_at',
  most: number,
  { now, ends, waits }: HitTimes,
) {
  let cases = row.case().when('limit_counts.ends_at', '<=', now).then(ends)
  const last = waits.length - 1
  waits.forEach((wait, at) => {
    const next = column === 'free_at' ? wait.free : wait.ends
    // The hit after `most - 1` fills the room.
    cases = cases.when('limit_counts.hits', at === last ? '>=' : '=', most - 1 + at).then(next)
  })
  return cases.else(row.ref(`limit_counts.${column}`)).end()
}

/** From when on this key is free again; undefined when nothing is known of it. */
export async function findFreeAt(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('limit_counts').select('free_at').where('key', '=', key).executeTakeFirst()
  return row?.free_at
}

/** Takes hits back that turned out not to be any. */
export async function refundHits(db: ServerDb, key: string, amount: number): Promise<void> {
  await db
    .updateTable('limit_counts')
    .set((row) => ({
      hits: row
        .case()
        .when('hits', '>', amount)
        .then(row('hits', '-', amount))
        .else(0)
        .end(),
    }))
    .where('key', '=', key)
    .execute()
}

export async function deleteCount(db: ServerDb, key: string): Promise<void> {
  await db.deleteFrom('limit_counts').where('key', '=', key).execute()
}

export async function deleteEndedCounts(db: ServerDb, now: string): Promise<void> {
  await db.deleteFrom('limit_counts').where('ends_at', '<=', now).execute()
}

/** Rows of one limit that have not ended, at most `limit`. */
export async function listCounts(db: Db, prefix: string, now: string, limit: number): Promise<LimitCountTable[]> {
  return db
    .selectFrom('limit_counts')
    .selectAll()
    .where('key', '>=', prefix)
    .where('key', '<', `${prefix}\u{10ffff}`)
    .where('ends_at', '>', now)
    .limit(limit)
    .execute()
}

/** Writes counts as they are in memory. */
export async function writeCounts(tx: Tx, rows: readonly LimitCountTable[]): Promise<void> {
  await tx
    .insertInto('limit_counts')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({
        hits: row.ref('excluded.hits'),
        free_at: row.ref('excluded.free_at'),
        ends_at: row.ref('excluded.ends_at'),
      })),
    )
    .execute()
}
