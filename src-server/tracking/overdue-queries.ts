import { findEarliest, isChanged } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'

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
