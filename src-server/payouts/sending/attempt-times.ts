import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { PayoutAttemptTable } from '../../platform/db/payout-tables.ts'

const SECOND_MS = 1_000

/** PayPal knows a key for 30 days; after a day without a clear answer a person finds out. */
const REPEATED_MS = DAY_MS
/** A payment that was confirmed can still be returned. */
const WATCHED_MS = 7 * DAY_MS
const repeats = [10 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS]
const polls = [10 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS]
const UNCLAIMED_MS = 6 * HOUR_MS

type Progress = Pick<PayoutAttemptTable, 'poll_count' | 'first_called_at'>

/** Twice the longest time until the next look, which a provider may set with Retry-After. */
export const LONGEST_PLAN_MS = 2 * DAY_MS

/**
 * Whether the first request is so old that a person has to find out what became of it. One that seems to be in the
 * future was sent while the clock was ahead: how old it is, is not known.
 */
export function isTooOld({ first_called_at }: Pick<Progress, 'first_called_at'>, now: Date): boolean {
  return first_called_at !== null && Math.abs(now.getTime() - Date.parse(first_called_at)) >= REPEATED_MS
}

/** When the same request is sent again, or null once it is too old. */
export function nextRepeat({ poll_count, first_called_at }: Progress, now: Date, retryAfterSeconds = 0): string | null {
  if (isTooOld({ first_called_at }, now)) return null
  return after(now, Math.max(repeats[Math.min(poll_count, repeats.length - 1)] ?? 0, retryAfterSeconds * SECOND_MS))
}

/** When a payout that PayPal has accepted is polled again, after this number of polls. */
export function nextPoll(count: number, now: Date, { isUnclaimed = false } = {}): string {
  return after(now, isUnclaimed ? UNCLAIMED_MS : (polls[Math.min(count, polls.length - 1)] ?? 0))
}

/** When a payout that was paid at `settledAt` is looked up again; null once that is long enough ago. */
export function nextLookOncePaid(settledAt: string, now: Date): string | null {
  return now.getTime() + DAY_MS > Date.parse(settledAt) + WATCHED_MS ? null : after(now, DAY_MS)
}

function after(now: Date, ms: number) {
  return new Date(now.getTime() + ms).toISOString()
}
