import { deleteExpiredPasswordResets } from '../../accounts/password-reset-queries.ts'
import { deleteExpiredMfaChallenges } from '../../accounts/second-factor-queries.ts'
import { deleteExpiredSessions } from '../../accounts/session-queries.ts'
import { deleteExpiredTrustedDevices } from '../../accounts/trusted-device-queries.ts'
import type { ServerContext } from '../../context.ts'
import { generateMissingRenditions, hashRenditions } from '../../files/generate-renditions.ts'
import { sweepOrphans } from '../../files/sweep-orphans.ts'
import { eraseOldDestinations } from '../../payouts/erase-destinations.ts'
import { startPayoutLogExport } from '../../payouts/export-payout-log.ts'
import { checkLedger } from '../../payouts/ledger/check-ledger.ts'
import { startPayoutRelease } from '../../payouts/release-due-payouts.ts'
import { deleteProviderEventsBefore } from '../../payouts/sending/attempt-queries.ts'
import { timestamp } from '../../platform/clock.ts'
import { JOURNAL_KEPT_MS } from '../../platform/events/journal-bus.ts'
import { deleteEventsBefore } from '../../platform/events/journal-queries.ts'
import { fillFingerprints } from '../../reviews/fill-fingerprints.ts'
import { startSecurityCodePurge } from '../../reviews/purge-security-codes.ts'
import { deleteExpiredLocks } from '../../reviews/review-lock-queries.ts'
import { removeStaleStagings } from '../operations/backup-staging.ts'
import { createClockGuard } from '../operations/clock-guard.ts'
import { startPurgeLogExport } from '../operations/export-purge-log.ts'
import { reEncryptEverything } from '../operations/re-encrypt.ts'
import { runRetention } from '../operations/retention.ts'
import { runWithLease } from './job-lease.ts'

const INTERVAL_MS = 60 * 60 * 1000
/** PayPal repeats a webhook for three days. */
const WEBHOOKS_KEPT_MS = 90 * 24 * INTERVAL_MS

type Job = {
  name: string
  /** Deletes by age: skipped while the clock looks wrong. */
  deletesByAge?: true
  /** Concerns this node alone; all others run on one node at a time. */
  isLocal?: true
  /** May take longer than the interval, so the others do not wait for it. */
  isLong?: true
  /** May return counts, which are logged when one is above zero. */
  run(ctx: ServerContext, signal: AbortSignal): Promise<Readonly<Record<string, number>>> | Promise<void>
}

/** Every job, in the order in which they start. */
export const jobs: readonly Job[] = [
  {
    name: 'fill disk reserve',
    isLocal: true,
    run: async (ctx) => {
      if (!ctx.disk.isLow()) ctx.reserve.fill()
    },
  },
  {
    name: 'delete expired sessions',
    deletesByAge: true,
    run: (ctx) => deleteExpiredSessions(ctx.db, timestamp(ctx.clock)),
  },
  {
    name: 'delete expired password resets',
    deletesByAge: true,
    run: (ctx) => deleteExpiredPasswordResets(ctx.db, timestamp(ctx.clock)),
  },
  {
    name: 'delete expired sign-in challenges',
    deletesByAge: true,
    run: (ctx) => deleteExpiredMfaChallenges(ctx.db, timestamp(ctx.clock)),
  },
  {
    name: 'delete expired trusted devices',
    deletesByAge: true,
    run: (ctx) => deleteExpiredTrustedDevices(ctx.db, timestamp(ctx.clock)),
  },
  { name: 'delete expired rate limits', deletesByAge: true, isLocal: true, run: (ctx) => ctx.limits.sweep() },
  {
    name: 'delete expired review locks',
    deletesByAge: true,
    run: (ctx) => deleteExpiredLocks(ctx.db, timestamp(ctx.clock)),
  },
  {
    name: 'delete old events',
    deletesByAge: true,
    run: (ctx) => deleteEventsBefore(ctx.db, timestamp(ctx.clock, -JOURNAL_KEPT_MS)),
  },
  {
    name: 'delete old webhooks',
    deletesByAge: true,
    run: (ctx) => deleteProviderEventsBefore(ctx.db, timestamp(ctx.clock, -WEBHOOKS_KEPT_MS)),
  },
  { name: 'retention', deletesByAge: true, run: runRetention },
  {
    name: 'erase payout destinations',
    deletesByAge: true,
    run: async (ctx) => ({ payouts: await eraseOldDestinations(ctx) }),
  },
  { name: 'sweep orphaned files', deletesByAge: true, run: async (ctx) => ({ files: await sweepOrphans(ctx) }) },
  { name: 'fill card fingerprints', run: async (ctx) => ({ submissions: await fillFingerprints(ctx) }) },
  {
    name: 'delete stale backup files',
    isLocal: true,
    run: async (ctx) => ({ folders: await removeStaleStagings(ctx.config.dataDir) }),
  },
  { name: 'generate missing renditions', run: async (ctx) => ({ files: await generateMissingRenditions(ctx) }) },
  { name: 'hash renditions', run: async (ctx) => ({ files: await hashRenditions(ctx) }) },
  { name: 'verify ledger', isLong: true, run: checkLedger },
  { name: 're-encrypt with the active data key', isLong: true, run: (ctx, signal) => reEncryptEverything(ctx, signal) },
]

/**
 * Runs all jobs now and once an hour, until the returned function is called. A failed job does not affect the others.
 * Also starts the purge of due security codes, the release of due payouts and the export of both logs.
 */
export function startScheduledJobs(ctx: ServerContext, all: readonly Job[] = jobs): () => void {
  const clockGuard = createClockGuard(ctx)
  const shutdown = new AbortController()
  const running = new Set<Job>()
  const run = async (job: Job) => {
    if (running.has(job) || shutdown.signal.aborted) return
    running.add(job)
    await runJob(ctx, job, shutdown.signal)
    running.delete(job)
  }
  const runAll = async () => {
    const isClockTrusted = await clockGuard.isTrusted().catch((error: unknown) => {
      ctx.log.error({ err: error }, 'could not check the clock')
      return false
    })
    for (const job of all) {
      if (job.deletesByAge && !isClockTrusted) continue
      const done = run(job)
      if (!job.isLong) await done
    }
  }
  const stopCodePurge = startSecurityCodePurge(ctx)
  const stopPayoutRelease = startPayoutRelease(ctx)
  const stopLogExport = startPurgeLogExport(ctx)
  const stopPayoutLog = startPayoutLogExport(ctx)
  let cancel = () => {}
  const schedule = () => {
    void runAll()
    cancel = ctx.clock.after(INTERVAL_MS, schedule)
  }
  schedule()
  return () => {
    shutdown.abort()
    stopCodePurge()
    stopPayoutRelease()
    stopLogExport()
    stopPayoutLog()
    cancel()
  }
}

async function runJob(ctx: ServerContext, job: Job, signal: AbortSignal): Promise<void> {
  try {
    const work = async () => {
      const counts = await job.run(ctx, signal)
      ctx.jobRuns.succeeded(job.name)
      if (counts && Object.values(counts).some((count) => count > 0))
        ctx.log.info({ job: job.name, counts }, 'job done')
    }
    if (job.isLocal) await work()
    else await runWithLease(ctx, job.name, work)
  } catch (error) {
    ctx.jobRuns.failed(job.name)
    ctx.log.error({ err: error, job: job.name }, 'job failed')
  }
}
