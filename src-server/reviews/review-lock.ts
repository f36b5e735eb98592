import { LOCK_LEASE_MS } from '#shared/review.ts'
import { ownOrderOf } from '../accounts/own-orders.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx, withoutAuthorization } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { findSubmission } from '../submissions/submission-queries.ts'
import { deleteLockOf, findActiveLock, putLock, renewLock } from './review-lock-queries.ts'

/** How often a connected holder renews the lease. */
const RENEW_MS = LOCK_LEASE_MS / 3

/**
 * Renews the caller's lock on a submission they have open, unless it has become their own order. If there is no lock,
 * the first viewer who may decide gets it. Returns after how many milliseconds to call this again.
 */
export async function maintainLock(ctx: AppContext, staffId: string, submissionId: string): Promise<number> {
  const now = timestamp(ctx.clock)
  const lock = await findActiveLock(ctx.db, submissionId, now)
  if (!lock) {
    const viewers = await ctx.reviewPresence.at(submissionId)
    await inTransaction(ctx, async (tx) => {
      await lockForFirst(ctx, tx, submissionId, viewers)
      await emitPresenceChange(ctx, tx, submissionId)
    })
    return RENEW_MS
  }
  if (lock.holder_id !== staffId) {
    const rest = Date.parse(lock.lease_until) - ctx.clock.now().getTime()
    // Re-check no later than the renewal interval: this user may get the lock by then and has to renew it.
    return Math.min(RENEW_MS, Math.max(rest, 0))
  }
  const viewers = await ctx.reviewPresence.at(submissionId)
  await inTransaction(ctx, async (tx) => {
    const order = await findSubmission(tx, submissionId)
    if (order && (await mayDecide(ctx, tx, order, staffId))) {
      await renewLock(tx, lockOf(ctx, submissionId, staffId), now)
      return
    }
    await deleteLockOf(tx, submissionId, staffId)
    await lockForFirst(ctx, tx, submissionId, viewers)
    await emitPresenceChange(ctx, tx, submissionId)
  })
  return RENEW_MS
}

/**
 * Releases this staff member's lock and gives it to the first remaining viewer. Runs without authorization, because the
 * staff member may already be signed out.
 */
export async function releaseLock(ctx: AppContext, staffId: string, submissionId: string): Promise<void> {
  const viewers = await ctx.reviewPresence.at(submissionId)
  await inTransaction(withoutAuthorization(ctx), async (tx) => {
    await findSubmission(tx, submissionId)
    await deleteLockOf(tx, submissionId, staffId)
    await lockForFirst(ctx, tx, submissionId, viewers)
    await emitPresenceChange(ctx, tx, submissionId)
  })
}

/** Returns a lock on this submission for this staff member, with a full lease from now. */
export function lockOf(ctx: AppContext, submissionId: string, staffId: string) {
  return { submission_id: submissionId, holder_id: staffId, lease_until: timestamp(ctx.clock, LOCK_LEASE_MS) }
}

/** Notifies every page that shows this submission or a list with it of a change of the lock, after the commit. */
export async function emitPresenceChange(ctx: AppContext, tx: Tx, submissionId: string): Promise<void> {
  await ctx.events.emit(tx, { name: 'review.presence-changed', submissionId })
}

async function lockForFirst(
  ctx: AppContext,
  tx: Tx,
  submissionId: string,
  viewers: readonly { id: string }[],
): Promise<void> {
  // Until it is committed, no other viewer can see that the lock is free.
  const order = await findSubmission(tx, submissionId)
  if (!order) return
  if (await findActiveLock(tx, submissionId, timestamp(ctx.clock))) return
  for (const { id } of viewers)
    if (await mayDecide(ctx, tx, order, id)) return putLock(tx, lockOf(ctx, submissionId, id))
}

/** Whether the order is not an own one that a colleague has to decide on. */
async function mayDecide(ctx: AppContext, tx: Tx, order: SubmissionTable, staffId: string): Promise<boolean> {
  const own = await ownOrderOf(ctx, tx, staffId, { permission: 'review', customerId: order.user_id })
  return own !== 'refused'
}
