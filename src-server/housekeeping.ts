import { deleteExpiredKnownDevices } from './accounts/known-device-queries.ts'
import { deleteExpiredPasswordResets } from './accounts/password-reset-queries.ts'
import { deleteExpiredTickets } from './accounts/second-factor-queries.ts'
import { deleteExpiredSessions } from './accounts/session-queries.ts'
import { timestamp } from './clock.ts'
import type { AppContext } from './context.ts'
import { sweepOrphans } from './files/sweep-orphans.ts'
import { deleteExpiredClaims } from './reviews/claim-queries.ts'
import { startCodeErasing } from './reviews/erase-codes.ts'
import { fillPayoutFingerprints } from './reviews/fill-payout-fingerprints.ts'

const INTERVAL_MS = 60 * 60 * 1000

/**
 * Erases security codes when they are due; now and every hour sweeps orphaned files and what has expired. Until the
 * returned function is called.
 */
export function startHousekeeping(ctx: AppContext): () => void {
  const run = async () => {
    await deleteExpiredSessions(ctx.db, timestamp(ctx.clock))
    await deleteExpiredPasswordResets(ctx.db, timestamp(ctx.clock))
    await deleteExpiredTickets(ctx.db, timestamp(ctx.clock))
    await deleteExpiredKnownDevices(ctx.db, timestamp(ctx.clock))
    await ctx.limits.sweep()
    await deleteExpiredClaims(ctx.db, timestamp(ctx.clock))
    await fillPayoutFingerprints(ctx)
    const removed = await sweepOrphans(ctx)
    if (removed > 0) ctx.log.info({ removed }, 'swept orphaned files')
  }
  const attempt = () => void run().catch((error: unknown) => ctx.log.error({ err: error }, 'housekeeping failed'))
  const stopErasing = startCodeErasing(ctx)
  attempt()
  const timer = setInterval(attempt, INTERVAL_MS).unref()
  return () => {
    stopErasing()
    clearInterval(timer)
  }
}
