import { countRows, findEarliest, isChanged } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'

export type OrderWait = NonNullable<Awaited<ReturnType<typeof findWaitingTime>>>

/** The caller has locked the order. */
export async function findWaitingTime(tx: Tx, id: string) {
  return tx
    .selectFrom('submissions')
    .select(['status', 'awaits_payout', 'request_state', 'card_brand', 'due_at', 'overdue_at', 'wait_left_ms'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function countDueBefore(db: Db, time: string) {
  return countRows(db.selectFrom('submissions').where('due_at', 'is not', null).where('due_at', '<', time))
}

export async function findFirstDue(db: Db, time: string) {
  const row = await db
    .selectFrom('submissions')
    .select('id')
    .where('due_at', 'is not', null)
    .where('due_at', '<', time)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export async function isBeingChecked(db: Db, submissionId: string, now: string) {
  const lock = await table('review_locks').find(db, { submission_id: submissionId })
  return lock !== undefined && lock.lease_until > now
}

export async function listUnmarked(db: Db, now: string, limit: number) {
  return db
    .selectFrom('submissions')
    .select('id')
    .where('due_at', 'is not', null)
    .where('due_at', '<=', now)
    .where('overdue_at', 'is', null)
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

/** Marks an order as overdue since its due time; false when it no longer waits or is marked. */
export async function markOverdue(tx: Tx, id: string, now: string) {
  return isChanged(
    tx
      .updateTable('submissions')
      .set((set) => ({ overdue_at: set.ref('due_at') }))
      .where('id', '=', id)
      .where('due_at', 'is not', null)
      .where('due_at', '<=', now)
      .where('overdue_at', 'is', null),
  )
}

export async function findNextDue(db: Db, now: string) {
  return findEarliest(db.selectFrom('submissions').where('due_at', '>', now), 'due_at')
}
