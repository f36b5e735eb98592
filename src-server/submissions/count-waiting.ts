import { DECISION_PROMISE_MS, undecidedStatuses } from '#shared/queue.ts'
import type { Waiting } from '#shared/submission-schema.ts'
import type { AppContext } from '../context.ts'
import { countByStatus } from './status-count-queries.ts'
import { countOlder, listByTime } from './submission-order-queries.ts'

/** Returns how many submissions need a decision, how many of them are overdue, and the oldest. */
export async function countWaiting({ db, clock }: AppContext): Promise<Waiting> {
  const counts = await countByStatus(db)
  const dueBefore = new Date(clock.now().getTime() - DECISION_PROMISE_MS).toISOString()
  const [oldest] = await listByTime(db, undecidedStatuses, { direction: 'asc', offset: 0, limit: 1 })
  return {
    waiting: undecidedStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0),
    overdue: await countOlder(db, undecidedStatuses, dueBefore),
    oldest: oldest ? { id: oldest.id, createdAt: oldest.created_at } : null,
  }
}
