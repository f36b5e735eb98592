import type { ExpressionBuilder } from 'kysely'
import type { Db, ServerDb, Tx } from '../db/database.ts'
import type { LimitCountTable } from '../db/operations-tables.ts'
import type { Schema } from '../db/schema.ts'

/** All possible new times of a row, from which one SQL statement selects. */
export type HitTimes = {
  now: string
  ends: string
  /** For the hit that reaches the limit and each later one: next allowed time, and expiry. Empty for plain windows. */
  waits: readonly { free: string; ends: string }[]
}

/** Adds `amount` unless that exceeds the limit: then false. One statement, so concurrent hits cannot exceed it. */
export async function consumeHit(db: ServerDb, key: string, amount: number, max: number, times: HitTimes) {
  const { now, ends } = times
  const row = await db
    .insertInto('limit_counts')
    .values({ key, hits: amount, free_at: ends, ends_at: ends, ...(amount >= max && firstWait(times)) })
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
          free_at: timeAfter(row, 'free_at', max, times),
          ends_at: timeAfter(row, 'ends_at', max, times),
        }))
        .where((row) =>
          row.or([
            row('limit_counts.ends_at', '<=', now),
            row('limit_counts.free_at', '<=', now),
            row('limit_counts.hits', '<=', max - amount),
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

/** A new window for an expired row, the next delay for a full one, otherwise the current value. */
function timeAfter(
  row: ExpressionBuilder<Schema, 'limit_counts'>,
  column: 'free_at' | 'ends_at',
  max: number,
  { now, ends, waits }: HitTimes,
) {
  let cases = row.case().when('limit_counts.ends_at', '<=', now).then(ends)
  const last = waits.length - 1
  waits.forEach((wait, at) => {
    const next = column === 'free_at' ? wait.free : wait.ends
    // The hit after `most - 1` reaches the limit.
    cases = cases.when('limit_counts.hits', at === last ? '>=' : '=', max - 1 + at).then(next)
  })
  return cases.else(row.ref(`limit_counts.${column}`)).end()
}

export async function refundHits(db: ServerDb, key: string, amount: number) {
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

export async function deleteEndedCounts(db: ServerDb, now: string) {
  await db.deleteFrom('limit_counts').where('ends_at', '<=', now).execute()
}

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

export async function writeCounts(tx: Tx, rows: readonly LimitCountTable[]) {
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
