import { undecidedStatuses } from '#shared/queue.ts'
import type { Waiting } from '#shared/queue-schema.ts'
import type { AppContext } from '../context.ts'
import { MINUTE_MS, timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { countByStatus } from './status-count-queries.ts'
import { listByTime } from './submission-order-queries.ts'
import { updateSubmission } from './submission-queries.ts'
import { countDueBefore, findFirstDue, findWaitingTime, type OrderWait } from './waiting-time-queries.ts'

/** Of an order that waits for us again. */
const LEAST_LEFT_MS = 10 * MINUTE_MS
/** What an integer column has room for. */
const MOST_LEFT_MS = 24 * 24 * 60 * MINUTE_MS

/** Milliseconds that are promised for this brand, or in which 9 of 10 are decided when that is longer. */
export function allowedMs({ policies, serviceTimes }: AppContext, brand: string) {
  return Math.max(policies.get('reviews').promiseMinutes * MINUTE_MS, serviceTimes.decision(brand)?.p90Ms ?? 0)
}

/** After a change of status or payout of a locked order. `isUndo` gives it the time that was left, also none. */
export async function settleWait(app: AppContext, tx: Tx, id: string, { isUndo = false } = {}) {
  const order = await findWaitingTime(tx, id)
  if (!order) return
  const isUndecided = order.status === 'processing' && order.awaits_payout === 0 && order.request_state !== 'requested'
  const waits = order.status === 'pending' || isUndecided
  if (!waits) await waitsForCustomer(app, tx, id, order)
  else await waitsForUs(app, tx, id, order, isUndo)
}

/** Keeps what is left of its time, unless it did not wait. The caller has locked the order. */
export async function waitsForCustomer({ clock }: AppContext, tx: Tx, id: string, { due_at }: OrderWait) {
  if (due_at === null) return
  const left = Date.parse(due_at) - clock.now().getTime()
  const wait_left_ms = Math.max(-MOST_LEFT_MS, Math.min(left, MOST_LEFT_MS))
  await updateSubmission(tx, id, { due_at: null, overdue_at: null, wait_left_ms })
}

/** With the time that was left, at least 10 minutes, unless it waits already. The caller has locked the order. */
export async function waitsForUs(app: AppContext, tx: Tx, id: string, order: OrderWait, isUndo = false) {
  if (order.due_at !== null && !isUndo) return
  const left = order.wait_left_ms ?? allowedMs(app, order.card_brand)
  const due_at = timestamp(app.clock, isUndo ? left : Math.max(left, LEAST_LEFT_MS))
  // Late already before the decision that is undone: its customer gets no second mail.
  const overdue_at = isUndo && left <= 0 ? due_at : null
  await updateSubmission(tx, id, { due_at, overdue_at, wait_left_ms: order.wait_left_ms })
}

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
