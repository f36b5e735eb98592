import { undecidedStatuses } from '#shared/queue.ts'
import type { Waiting } from '#shared/queue-schema.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { countByStatus } from './status-count-queries.ts'
import { listByTime } from './submission-order-queries.ts'
import { countDueBefore, findFirstDue } from './waiting-time-queries.ts'

export async function countWaiting({ db, clock }: AppContext): Promise<Waiting> {
  const counts = await countByStatus(db)
  // An order that is due at this time is overdue.
  const now = timestamp(clock, 1)
  const [oldest] = await listByTime(db, undecidedStatuses, { direction: 'asc', offset: 0, limit: 1 })
  const firstDue = await findFirstDue(db, now)
  return {
    waiting: undecidedStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0),
    approved: counts.approved ?? 0,
    overdue: await countDueBefore(db, now),
    oldest: oldest ? { id: oldest.id, createdAt: oldest.created_at } : null,
    oldestDue: firstDue === undefined ? null : { id: firstDue },
  }
}
