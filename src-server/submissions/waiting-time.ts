import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { findWaitingTime, type OrderWait, updateWaitingTime } from './waiting-time-queries.ts'

const MINUTE_MS = 60_000
/** An order that waits for us again is due after this time at the earliest. */
const LEAST_LEFT_MS = 10 * MINUTE_MS
/** What an integer column has room for. */
const MOST_LEFT_MS = 24 * 24 * 60 * MINUTE_MS

type Parts = Pick<AppContext, 'clock' | 'policies' | 'serviceTimes'>

/**
 * How long a decision on a card of this brand may take, in milliseconds: what is promised, or the time in which 9 of 10
 * are decided when that is longer.
 */
export function allowedMs({ policies, serviceTimes }: Omit<Parts, 'clock'>, brand: string): number {
  return Math.max(policies.get('reviews').promiseMinutes * MINUTE_MS, serviceTimes.decision(brand)?.p90Ms ?? 0)
}

/**
 * Starts or stops the time of an order after its status or its payout has changed: it waits for us while it is pending,
 * or processing without a payout that waits, and not for its seller. The caller has locked the order. `isUndo`: a
 * change that stopped its time was undone, so that it has the time that was left, also when that is none.
 */
export async function settleWait(app: Parts, tx: Tx, id: string, { isUndo = false } = {}): Promise<void> {
  const order = await findWaitingTime(tx, id)
  if (!order) return
  const isUndecided = order.status === 'processing' && order.awaits_payout === 0 && order.request_state !== 'requested'
  const waits = order.status === 'pending' || isUndecided
  if (!waits) await waitsForCustomer(app, tx, id, order)
  else await waitsForUs(app, tx, id, order, isUndo)
}

/**
 * The order stops waiting for us, and what is left of its time is kept: it is decided, or its customer has to act.
 * Changes nothing when it did not wait. The caller has locked the order.
 */
export async function waitsForCustomer({ clock }: Parts, tx: Tx, id: string, { due_at }: OrderWait): Promise<void> {
  if (due_at === null) return
  const left = Date.parse(due_at) - clock.now().getTime()
  const wait_left_ms = Math.max(-MOST_LEFT_MS, Math.min(left, MOST_LEFT_MS))
  await updateWaitingTime(tx, id, { due_at: null, overdue_at: null, wait_left_ms })
}

/**
 * The order waits for us again, with the time that was left, at least 10 minutes. Changes nothing when it waits
 * already. The caller has locked the order.
 */
export async function waitsForUs(app: Parts, tx: Tx, id: string, order: OrderWait, isUndo = false): Promise<void> {
  if (order.due_at !== null && !isUndo) return
  const left = order.wait_left_ms ?? allowedMs(app, order.card_brand)
  const due_at = timestamp(app.clock, isUndo ? left : Math.max(left, LEAST_LEFT_MS))
  // An order that was late before a decision that was undone is late already: its customer gets no second mail.
  const overdue_at = isUndo && left <= 0 ? due_at : null
  await updateWaitingTime(tx, id, { due_at, overdue_at, wait_left_ms: order.wait_left_ms })
}
