import { undecidedStatuses } from '#shared/queue.ts'
import { LOCK_LEASE_MS } from '#shared/review.ts'
import { ownOrderOf } from '../accounts/own-orders.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx, withoutAuthorization } from '../platform/db/database.ts'
import type { QueuedSubmission } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { findSubmission } from '../submissions/submission-queries.ts'
import { findActiveLock, renewLock } from './review-lock-queries.ts'

const RENEW_MS = LOCK_LEASE_MS / 3

/** `decides`: its person has touched the decision. */
export type OpenPage = { staffId: string; submissionId: string; decides: boolean }

/** A free lock goes to a caller who decides. Returns who has it, and the milliseconds until the next call. */
export async function maintainLock(ctx: CallContext, { staffId, submissionId, decides }: OpenPage) {
  const { app } = ctx
  const now = timestamp(app.clock)
  const lock = await findActiveLock(app.db, submissionId, now)
  if (!lock && !decides) return { holderId: undefined, wait: RENEW_MS }
  if (lock && lock.holder_id !== staffId) {
    const rest = Date.parse(lock.lease_until) - app.clock.now().getTime()
    // By then this person may get the lock and has to renew it.
    return { holderId: lock.holder_id, wait: Math.min(RENEW_MS, Math.max(rest, 0)) }
  }
  const isTheirs = await inTransaction(ctx, async (tx) => {
    // Until it is committed, no other viewer can see that the lock is free.
    const order = await findSubmission(tx, submissionId)
    const mayLock = order !== undefined && (await mayDecide(app, tx, order, staffId))
    if (lock && mayLock) return renewLock(tx, lockOf(app, submissionId, staffId), now)
    if (lock) await table('review_locks').remove(tx, { submission_id: submissionId, holder_id: staffId })
    else if (!mayLock || (await findActiveLock(tx, submissionId, timestamp(app.clock)))) return false
    else await putLock(app, tx, submissionId, staffId)
    await emitPresenceChange(app, tx, submissionId)
    return mayLock
  })
  return { holderId: isTheirs ? staffId : undefined, wait: RENEW_MS }
}

/** Runs without authorization, because the staff member may already be signed out. */
export async function releaseLock(app: AppContext, staffId: string, submissionId: string): Promise<void> {
  await inTransaction(withoutAuthorization(app), async (tx) => {
    await findSubmission(tx, submissionId)
    await table('review_locks').remove(tx, { submission_id: submissionId, holder_id: staffId })
    await emitPresenceChange(app, tx, submissionId)
  })
}

export async function endLock(app: AppContext, tx: Tx, submissionId: string): Promise<void> {
  if (await table('review_locks').remove(tx, { submission_id: submissionId }))
    await emitPresenceChange(app, tx, submissionId)
}

export async function putLock(app: AppContext, tx: Tx, submissionId: string, staffId: string): Promise<void> {
  await table('review_locks').upsert(tx, lockOf(app, submissionId, staffId), 'submission_id')
}

function lockOf(app: AppContext, submissionId: string, staffId: string) {
  return { submission_id: submissionId, holder_id: staffId, lease_until: timestamp(app.clock, LOCK_LEASE_MS) }
}

/** Notifies every page that shows this submission, or a list with it, after the commit. */
export async function emitPresenceChange(app: AppContext, tx: Tx, submissionId: string): Promise<void> {
  await app.events.emit(tx, { name: 'review.presence-changed', submissionId })
}

/** An own order is decided by a colleague. */
async function mayDecide(app: AppContext, tx: Tx, order: QueuedSubmission, staffId: string): Promise<boolean> {
  if (!undecidedStatuses.includes(order.queue_status)) return false
  const own = await ownOrderOf(app, tx, staffId, { permission: 'review', customerId: order.user_id })
  return own !== 'refused'
}
