import { deleteExpiredPasswordResets } from './accounts/password-reset-queries.ts'
import { deleteExpiredTickets } from './accounts/second-factor-queries.ts'
import { deleteExpiredSessions } from './accounts/session-queries.ts'
import { timestamp } from './clock.ts'
import type { AppContext } from './context.ts'
import { sweepOrphans } from './files/sweep-orphans.ts'
import { removeStaleStagings } from './maintenance/backup-staging.ts'
import { startPurgeMirror } from './maintenance/mirror-purges.ts'
import { runRetention } from './maintenance/retention.ts'
import { deleteExpiredClaims } from './reviews/claim-queries.ts'
import { startCodeErasing } from './reviews/erase-codes.ts'
import { fillPayoutFingerprints } from './reviews/fill-payout-fingerprints.ts'

const INTERVAL_MS = 60 * 60 * 1000

/**
 * Erases security codes when they are due; now and every hour purges what is not kept any longer and sweeps orphaned
 * files and what has expired; writes purges down beside the backups. Until the returned function is called.
 */
export function startHousekeeping(ctx: AppContext): () => void {
  const run = async () => {
    await deleteExpiredSessions(ctx.db, timestamp(ctx.clock))
    await deleteExpiredPasswordResets(ctx.db, timestamp(ctx.clock))
    await deleteExpiredTickets(ctx.db, timestamp(ctx.clock))
    await deleteExpiredClaims(ctx.db, timestamp(ctx.clock))
    await fillPayoutFingerprints(ctx)
    await removeStaleStagings(ctx.config.dataDir)
    const { codes, numbers, photos } = await runRetention(ctx)
    if (codes + numbers + photos > 0) ctx.log.info({ codes, numbers, photos }, 'removed what is not kept any longer')
    const removed = await sweepOrphans(ctx)
    if (removed > 0) ctx.log.info({ removed }, 'swept orphaned files')
  }
  const attempt = () => void run().catch((error: unknown) => ctx.log.error({ err: error }, 'housekeeping failed'))
  const stopErasing = startCodeErasing(ctx)
  const stopMirror = startPurgeMirror(ctx)
  attempt()
  const timer = setInterval(attempt, INTERVAL_MS).unref()
  return () => {
    stopErasing()
    stopMirror()
    clearInterval(timer)
  }
}
