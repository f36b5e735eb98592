import { LOCK_LEASE_MS } from '#shared/review.ts'
import { ownOrderOf } from '../accounts/own-orders.ts'
import type { AppContext, CallContext } from '../context.ts'
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
export async function maintainLock(ctx: CallContext, staffId: string, submissionId: string): Promise<number> {
  const { app } = ctx
  const now = timestamp(app.clock)
  const lock = await findActiveLock(app.db, submissionId, now)
  if (!lock) {
    const viewers = await app.shared.reviewPresence.at(submissionId)
    await inTransaction(ctx, async (tx) => {
      await lockForFirst(app, tx, submissionId, viewers)
      await emitPresenceChange(app, tx, submissionId)
    })
    return RENEW_MS
  }
  if (lock.holder_id !== staffId) {
    const rest = Date.parse(lock.lease_until) - app.clock.now().getTime()
    // Re-check no later than the renewal interval: this user may get the lock by then and has to renew it.
    return Math.min(RENEW_MS, Math.max(rest, 0))
  }
  const viewers = await app.shared.reviewPresence.at(submissionId)
  await inTransaction(ctx, async (tx) => {
    const order = await findSubmission(tx, submissionId)
    if (order && (await mayDecide(app, tx, order, staffId))) {
      await renewLock(tx, lockOf(app, submissionId, staffId), now)
      return
    }
    await deleteLockOf(tx, submissionId, staffId)
    await lockForFirst(app, tx, submissionId, viewers)
    await emitPresenceChange(app, tx, submissionId)
  })
  return RENEW_MS
}

/**
 * Releases this staff member's lock and gives it to the first remaining viewer. Runs without authorization, because the
 * staff member may already be signed out.
 */
export async function releaseLock(app: AppContext, staffId: string, submissionId: string): Promise<void> {
  const viewers = await app.shared.reviewPresence.at(submissionId)
  await inTransaction(withoutAuthorization(app), async (tx) => {
    await findSubmission(tx, submissionId)
    await deleteLockOf(tx, submissionId, staffId)
    await lockForFirst(app, tx, submissionId, viewers)
    await emitPresenceChange(app, tx, submissionId)
  })
}

/** Returns a lock on this submission for this staff member, with a full lease from now. */
export function lockOf(app: AppContext, submissionId: string, staffId: string) {
  return { submission_id: submissionId, holder_id: staffId, lease_until: timestamp(app.clock, LOCK_LEASE_MS) }
}

/** Notifies every page that shows this submission or a list with it of a change of the lock, after the commit. */
export async function emitPresenceChange(app: AppContext, tx: Tx, submissionId: string): Promise<void> {
  await app.events.emit(tx, { name: 'review.presence-changed', submissionId })
}

async function lockForFirst(
  app: AppContext,
  tx: Tx,
  submissionId: string,
  viewers: readonly { id: string }[],
): Promise<void> {
  // Until it is committed, no other viewer can see that the lock is free.
  const order = await findSubmission(tx, submissionId)
  if (!order) return
  if (await findActiveLock(tx, submissionId, timestamp(app.clock))) return
  for (const { id } of viewers)
    if (await mayDecide(app, tx, order, id)) return putLock(tx, lockOf(app, submissionId, id))
}

/** Whether the order is not an own one that a colleague has to decide on. */
async function mayDecide(app: AppContext, tx: Tx, order: SubmissionTable, staffId: string): Promise<boolean> {
  const own = await ownOrderOf(app, tx, staffId, { permission: 'review', customerId: order.user_id })
  return own !== 'refused'
}
