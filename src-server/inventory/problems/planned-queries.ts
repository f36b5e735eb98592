import { latestPlan, MAX_UNDO_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrderProblemTable } from '../../platform/db/problem-tables.ts'

/** Decisions that can no longer be undone at `now`, as `isDue` says. */
export async function listPlanned(db: Db, now: string): Promise<Pick<OrderProblemTable, 'id'>[]> {
  return db
    .selectFrom('order_problems')
    .select('id')
    .where((where) =>
      where.or([where('planned_until', '<=', now), where('planned_until', '>', latestPlan(now, MAX_UNDO_MS))]),
    )
    .orderBy('planned_until')
    .execute()
}

export async function findNextPlanned(db: Db): Promise<string | undefined> {
  const planned = db.selectFrom('order_problems').select('planned_until').where('planned_until', 'is not', null)
  return (await planned.orderBy('planned_until').limit(1).executeTakeFirst())?.planned_until ?? undefined
}
