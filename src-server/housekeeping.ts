import { deleteExpiredKnownDevices } from './accounts/known-device-queries.ts'
import { deleteExpiredPasswordResets } from './accounts/password-reset-queries.ts'
import { deleteExpiredTickets } from './accounts/second-factor-queries.ts'
import { deleteExpiredSessions } from './accounts/session-queries.ts'
import { timestamp } from './clock.ts'
import type { ServerContext } from './context.ts'
import { drawMissingRenditions, hashRenditions } from './files/draw-renditions.ts'
import { sweepOrphans } from './files/sweep-orphans.ts'
import { removeStaleStagings } from './maintenance/backup-staging.ts'
import { createClockGuard } from './maintenance/clock-guard.ts'
import { startPurgeMirror } from './maintenance/mirror-purges.ts'
import { resealEverything } from './maintenance/reseal.ts'
import { runRetention } from './maintenance/retention.ts'
import { deleteExpiredClaims } from './reviews/claim-queries.ts'
import { startCodeErasing } from './reviews/erase-codes.ts'
import { fillFingerprints } from './reviews/fill-fingerprints.ts'

const INTERVAL_MS = 60 * 60 * 1000

/**
 * Keeps the disk reserve full. Erases security codes when they are due; now and every hour purges what is not kept any
 * longer, sweeps orphaned files and what has expired, unless the clock looks wrong, and seals anew what a former data
 * key has sealed; writes purges down beside the backups. Until the returned function is called.
 */
export function startHousekeeping(ctx: ServerContext): () => void {
  const clockGuard = createClockGuard(ctx)
  const run = async () => {
    if (!ctx.disk.isLow()) ctx.reserve.fill()
    if (await clockGuard.isTrusted()) await removeExpired(ctx)
    await fillFingerprints(ctx)
    await removeStaleStagings(ctx.config.dataDir)
    const drawn = await drawMissingRenditions(ctx)
    if (drawn > 0) ctx.log.info({ drawn }, 'drew pictures of files that had none')
    await hashRenditions(ctx)
  }
  const stopping = new AbortController()
  const reseal = async () => {
    const resealed = await resealEverything(ctx, stopping.signal)
    if (resealed.values + resealed.files > 0) ctx.log.info(resealed, 'sealed anew with the active data key')
  }
  let isResealing = false
  const attemptReseal = () => {
    if (isResealing) return
    isResealing = true
    void reseal()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'sealing anew failed'))
      .finally(() => {
        isResealing = false
      })
  }
  const attempt = () => void run().catch((error: unknown) => ctx.log.error({ err: error }, 'housekeeping failed'))
  const stopErasing = startCodeErasing(ctx)
  const stopMirror = startPurgeMirror(ctx)
  attempt()
  // Takes as long as it takes: what is due every hour does not wait for it.
  attemptReseal()
  let cancel = () => {}
  const schedule = () => {
    cancel = ctx.clock.after(INTERVAL_MS, () => {
      attempt()
      attemptReseal()
      schedule()
    })
  }
  schedule()
  return () => {
    stopErasing()
    stopping.abort()
    stopMirror()
    cancel()
  }
}

/** Removes for good what its age says is not needed or not allowed any longer. */
async function removeExpired(ctx: ServerContext): Promise<void> {
  await deleteExpiredSessions(ctx.db, timestamp(ctx.clock))
  await deleteExpiredPasswordResets(ctx.db, timestamp(ctx.clock))
  await deleteExpiredTickets(ctx.db, timestamp(ctx.clock))
  await deleteExpiredKnownDevices(ctx.db, timestamp(ctx.clock))
  await ctx.limits.sweep()
  await deleteExpiredClaims(ctx.db, timestamp(ctx.clock))
  const { codes, numbers, photos } = await runRetention(ctx)
  if (codes + numbers + photos > 0) ctx.log.info({ codes, numbers, photos }, 'removed what is not kept any longer')
  const removed = await sweepOrphans(ctx)
  if (removed > 0) ctx.log.info({ removed }, 'swept orphaned files')
}
