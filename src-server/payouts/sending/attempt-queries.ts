import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts'
import type { Db, ServerDb, Tx } from '../../platform/db/database.ts'
import type { PayoutAttemptTable, PayoutTable } from '../../platform/db/payout-tables.ts'
import { keysOf } from '../../platform/ids.ts'

/**
 * Leases up to `limit` attempts that are due, as `isDue` says, and records that a request of each may leave from now
 * on. Returns them as they were before: no other worker gets them before `leaseUntil`.
 */
export async function leaseDueAttempts(
  tx: Tx,
  { now, leaseUntil, limit }: { now: string; leaseUntil: string; limit: number },
) {
  const due = await tx
    .selectFrom('payout_attempts')
    .selectAll()
    .where((where) =>
      where.or([where('next_poll_at', '<=', now), where('next_poll_at', '>', later(now, LONGEST_PLAN_MS))]),
    )
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', now)]))
    .orderBy('next_poll_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const keys = keysOf(due)
  if (keys.length > 0)
    await tx
      .updateTable('payout_attempts')
      .set({ lease_until: leaseUntil, first_called_at: sql<string>`coalesce(first_called_at, ${now})` })
      .where('key', 'in', keys)
      .execute()
  return due
}

/** Treats each open attempt as if its first request had left when it began, and ends the leases of former workers. */
export async function limitRepeats(tx: Tx) {
  await tx
    .updateTable('payout_attempts')
    .set({ first_called_at: sql<string>`coalesce(first_called_at, called_at)`, lease_until: null })
    .where('state', 'in', ['calling', 'unknown'])
    .where('provider', '=', 'paypal')
    .execute()
}

/** Ends the leases of a former process. Only for a site of one process. */
export async function endLeases(db: ServerDb) {
  await db.updateTable('payout_attempts').set({ lease_until: null }).where('lease_until', 'is not', null).execute()
}

export async function findNextDue(db: Db) {
  const row = await db
    .selectFrom('payout_attempts')
    .select(
      sql<string | null>`min(case when lease_until > next_poll_at then lease_until else next_poll_at end)`.as('next'),
    )
    .where('next_poll_at', 'is not', null)
    .executeTakeFirst()
  return row?.next ?? undefined
}

type Position = Pick<PayoutTable, 'id' | 'approved_at'>

export async function listReadyPayPal(db: Db, after: Position | undefined, limit: number) {
  const ready = db
    .selectFrom('payouts')
    .select(['id', 'approved_at'])
    .where('state', '=', 'ready')
    .where('method_type', '=', 'paypal')
    .orderBy('approved_at')
    .orderBy('id')
    .limit(limit)
  if (!after) return ready.execute()
  return ready
    .where((where) => where(where.refTuple('approved_at', 'id'), '>', where.tuple(after.approved_at, after.id)))
    .execute()
}

export async function deleteProviderEventsBefore(db: ServerDb, at: string) {
  await db.deleteFrom('provider_events').where('received_at', '<', at).execute()
}

/** Makes the accepted attempt of this batch, or of this payout, due now. Returns the payouts without locking them. */
export async function makeAttemptDue(
  tx: Tx,
  { batchId, payoutId, now }: { batchId: string | undefined; payoutId: string | undefined; now: string },
) {
  const attempts = await tx
    .updateTable('payout_attempts')
    .set({ next_poll_at: now })
    .where('provider', '=', 'paypal')
    .where('provider_batch', 'is not', null)
    .where('state', 'in', ['accepted', 'settled'])
    .where((where) =>
      where.or([
        ...(batchId === undefined ? [] : [where('provider_batch', '=', batchId)]),
        ...(payoutId === undefined ? [] : [where('payout_id', '=', payoutId)]),
      ]),
    )
    .returning('payout_id')
    .execute()
  const ids = attempts.map(({ payout_id }) => payout_id)
  return tx.selectFrom('payouts').select(['id', 'user_id']).where('id', 'in', ids).execute()
}

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
const LONGEST_PLAN_MS = 2 * DAY_MS

/**
 * Whether the first request is so old that a person has to find out what became of it. One that seems to be in the
 * future was sent while the clock was ahead: how old it is, is not known.
 */
export function isTooOld({ first_called_at }: Pick<Progress, 'first_called_at'>, now: Date) {
  return first_called_at !== null && Math.abs(now.getTime() - Date.parse(first_called_at)) >= REPEATED_MS
}

/** When the same request is sent again, or null once it is too old. */
export function nextRepeat({ poll_count, first_called_at }: Progress, now: Date, retryAfterSeconds = 0): string | null {
  if (isTooOld({ first_called_at }, now)) return null
  return after(now, Math.max(repeats[Math.min(poll_count, repeats.length - 1)] ?? 0, retryAfterSeconds * SECOND_MS))
}

/** When a payout that PayPal has accepted is polled again, after this number of polls. */
export function nextPoll(count: number, now: Date, { isUnclaimed = false } = {}) {
  return after(now, isUnclaimed ? UNCLAIMED_MS : (polls[Math.min(count, polls.length - 1)] ?? 0))
}

/** When a payout that was paid at `settledAt` is looked up again; null once that is long enough ago. */
export function nextLookOncePaid(settledAt: string, now: Date): string | null {
  return now.getTime() + DAY_MS > Date.parse(settledAt) + WATCHED_MS ? null : after(now, DAY_MS)
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()
