import type { Tracking, TransactionDetail } from '#shared/transaction-schema.ts'
import type { AppContext } from '../context.ts'
import { MINUTE_MS, timestamp } from '../platform/clock.ts'
import type { QueuedSubmission } from '../platform/db/submission-tables.ts'
import { countAhead } from './due-order-queries.ts'
import { allowedMs } from './waiting-time.ts'
import { isBeingChecked } from './waiting-time-queries.ts'

/** What the site says where too little was measured. */
const USUAL_MS = 15 * MINUTE_MS

/** Place in line and expected times; undefined for an order that waits for no decision. */
export async function trackingOf(
  app: AppContext,
  { id, card_brand, created_at, due_at, overdue_at, queue_status }: QueuedSubmission,
): Promise<Tracking | undefined> {
  if (due_at === null) return undefined
  const measured = app.serviceTimes.decision(card_brand)
  const promisedMs = app.policies.get('reviews').promiseMinutes * MINUTE_MS
  const usualMs = measured?.p50Ms ?? Math.min(USUAL_MS, promisedMs)
  const mostMs = measured?.p90Ms ?? promisedMs
  // Later than its creation by the time in which its customer had to act.
  const start = Math.max(Date.parse(created_at), Date.parse(due_at) - allowedMs(app, card_brand))
  const ahead = await countAhead(app.db, { id, due_at, queue_status })
  const checked = await isBeingChecked(app.db, id, timestamp(app.clock))
  return {
    place: ahead + 1,
    ahead,
    expectedAt: new Date(start + usualMs).toISOString(),
    latestAt: new Date(start + mostMs).toISOString(),
    basis: measured?.basis ?? 'promise',
    samples: measured?.samples ?? 0,
    usualMinutes: minutesOf(usualMs),
    mostMinutes: minutesOf(mostMs),
    ...(checked && { isBeingChecked: true as const }),
    ...(overdue_at !== null && { overdueSince: overdue_at }),
  }
}

/** How long payouts of its method take; undefined while too few were measured. */
export function payoutTimesOf(
  { serviceTimes }: AppContext,
  { queue_status, payment_type }: QueuedSubmission,
): TransactionDetail['payoutTimes'] {
  if (queue_status !== 'approved' || payment_type === null) return undefined
  const measured = serviceTimes.payout(payment_type)
  return measured && { usualMinutes: minutesOf(measured.p50Ms), samples: measured.samples }
}

/** Rounded up, so that no time is shorter than what was measured. */
const minutesOf = (ms: number) => Math.max(1, Math.ceil(ms / MINUTE_MS))
