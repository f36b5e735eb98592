import { LOCK_LEASE_MS } from '#shared/review.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { inTransaction, type Tx, withoutAuthorization } from '../db/database.ts'
import { deleteLockOf, findActiveLock, putLock, renewLock } from './review-lock-queries.ts'

/** A holder who is here renews the lease this often. */
const RENEW_MS = LOCK_LEASE_MS / 3

/**
 * Looks after the claim of an order for somebody who has it open: renews their own, and gives one that nobody holds to
 * whoever was here first. Answers in how many milliseconds it wants to be called again.
 */
export async function maintainLock(ctx: AppContext, staffId: string, submissionId: string): Promise<number> {
  const now = timestamp(ctx.clock)
  const claim = await findActiveLock(ctx.db, submissionId, now)
  if (!claim) {
    await inTransaction(ctx, (tx) => lockForFirst(ctx, tx, submissionId))
    announce(ctx, submissionId)
    return RENEW_MS
  }
  if (claim.holder_id !== staffId) {
    const rest = Date.parse(claim.lease_until) - ctx.clock.now().getTime()
    // No later than a holder would: it may have become theirs meanwhile, and then it wants to be renewed.
    return Math.min(RENEW_MS, Math.max(rest, 0))
  }
  await inTransaction(ctx, (tx) => renewLock(tx, lockOf(ctx, submissionId, staffId), now))
  return RENEW_MS
}

/** Ends this person's claim, also when they have been signed out; whoever was here first after them holds it then. */
export async function releaseLock(ctx: AppContext, staffId: string, submissionId: string): Promise<void> {
  await inTransaction(withoutAuthorization(ctx), async (tx) => {
    await deleteLockOf(tx, submissionId, staffId)
    await lockForFirst(ctx, tx, submissionId)
  })
  announce(ctx, submissionId)
}

/** The claim of this person on this order, from now. */
export function lockOf(ctx: AppContext, submissionId: string, staffId: string) {
  return { submission_id: submissionId, holder_id: staffId, lease_until: timestamp(ctx.clock, LOCK_LEASE_MS) }
}

/** Tells every page that has this order, or a list of it, open. */
export function announce(ctx: AppContext, submissionId: string): void {
  ctx.events.publish({ name: 'review.presence-changed', submissionId })
}

async function lockForFirst(ctx: AppContext, tx: Tx, submissionId: string): Promise<void> {
  if (await findActiveLock(tx, submissionId, timestamp(ctx.clock))) return
  const [first] = ctx.reviewPresence.at(submissionId)
  if (first) await putLock(tx, lockOf(ctx, submissionId, first.id))
}
