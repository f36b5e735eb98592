import { deleteExpiredSessions, deletesExpired } from '../../accounts/session-queries.ts'
import { findNewestEntryTime } from '../../audit/chain-queries.ts'
import { startRequestClock } from '../../cases/case-clock.ts'
import { startPlannedDecisions } from '../../cases/decide-problem.ts'
import type { AppContext, ServerContext } from '../../context.ts'
import { expireActs } from '../../controls/end-act.ts'
import { generateMissingRenditions, hashRenditions } from '../../files/generate-renditions.ts'
import { sweepOrphans } from '../../files/sweep-orphans.ts'
import { eraseOldDestinations } from '../../payouts/erase-destinations.ts'
import { checkLedger } from '../../payouts/ledger/verify-ledger.ts'
import { startPayoutRelease } from '../../payouts/payout-holds.ts'
import { deleteProviderEventsBefore } from '../../payouts/sending/attempt-queries.ts'
import { timestamp } from '../../platform/clock.ts'
import { inServerTransaction, type ServerDb } from '../../platform/db/database.ts'
import { isPostgres } from '../../platform/db/dialect/dialect.ts'
import { foldSums, needsFold } from '../../platform/db/folded-sums.ts'
import { runWithLease } from '../../platform/db/job-lease.ts'
import { startDueWork } from '../../platform/events/due-work.ts'
import { JOURNAL_KEPT_MS } from '../../platform/events/journal-bus.ts'
import { deleteEventsBefore } from '../../platform/events/journal-queries.ts'
import { startWaitingControls } from '../../policies/waiting-controls.ts'
import { keepFigures } from '../../reports/keep-figures.ts'
import { fillFingerprints } from '../../reviews/fill-fingerprints.ts'
import { startSecurityCodePurge } from '../../reviews/purge-security-codes.ts'
import { deleteExpiredLocks } from '../../reviews/review-queries.ts'
import { startOverdueMarks } from '../../tracking/mark-overdue.ts'
import { measureTimes } from '../../tracking/measure-times.ts'
import { removeStaleStagings } from '../operations/backup-archive.ts'
import { reEncryptEverything } from '../operations/re-encrypt.ts'
import { runRetention } from '../operations/retention.ts'

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
  run(app: ServerContext, signal: AbortSignal): Promise<Readonly<Record<string, number>>> | Promise<void>
}

const expiring = (name: string, deleteExpired: (db: ServerDb, at: string) => Promise<void>): Job => ({
  name,
  deletesByAge: true,
  run: (app) => deleteExpired(app.db, timestamp(app.clock)),
})

export const jobs: readonly Job[] = [
  {
    name: 'fill disk reserve',
    isLocal: true,
    run: async (app) => {
      if (!app.disk.isLow()) app.reserve.fill()
    },
  },
  expiring('delete expired sessions', deleteExpiredSessions),
  expiring('delete expired password resets', deletesExpired('password_resets')),
  expiring('delete expired sign-in challenges', deletesExpired('mfa_challenges')),
  expiring('delete expired trusted devices', deletesExpired('trusted_devices')),
  { name: 'delete expired rate limits', deletesByAge: true, isLocal: true, run: (app) => app.limits.sweep() },
  expiring('delete expired review locks', deleteExpiredLocks),
  {
    name: 'delete old events',
    deletesByAge: true,
    run: (app) => deleteEventsBefore(app.db, timestamp(app.clock, -JOURNAL_KEPT_MS)),
  },
  {
    name: 'delete old webhooks',
    deletesByAge: true,
    run: (app) => deleteProviderEventsBefore(app.db, timestamp(app.clock, -WEBHOOKS_KEPT_MS)),
  },
  { name: 'retention', deletesByAge: true, run: runRetention },
  {
    name: 'erase payout destinations',
    deletesByAge: true,
    run: async (app) => ({ payouts: await eraseOldDestinations(app) }),
  },
  { name: 'sweep orphaned files', deletesByAge: true, run: async (app) => ({ files: await sweepOrphans(app) }) },
  { name: 'fill card fingerprints', run: async (app) => ({ submissions: await fillFingerprints(app) }) },
  {
    name: 'delete stale backup files',
    isLocal: true,
    run: async (app) => ({ folders: await removeStaleStagings(app.config.dataDir) }),
  },
  { name: 'generate missing renditions', run: async (app) => ({ files: await generateMissingRenditions(app) }) },
  { name: 'hash renditions', run: async (app) => ({ files: await hashRenditions(app) }) },
  { name: 'measure service times', run: async (app) => ({ times: await measureTimes(app) }) },
  { name: 'expire waiting acts', deletesByAge: true, run: async (app) => ({ acts: await expireActs(app) }) },
  { name: 'verify ledger', isLong: true, run: checkLedger },
  { name: 'keep figures', isLong: true, run: async (app, signal) => ({ transfers: await keepFigures(app, signal) }) },
  { name: 're-encrypt with the active data key', isLong: true, run: (app, signal) => reEncryptEverything(app, signal) },
]

/** Younger entries are lost when DATA_DIR is lost and a backup is restored. */
const EXPORT_EVERY_MS = 5_000

/** Writes to BACKUP_DIR what happens, within seconds; a payment at once. A request to PayPal is written before it. */
export const startRecoveryLogExport = (app: AppContext) =>
  startDueWork(app, {
    run: async () => {
      await app.recoveryLog.write()
      return timestamp(app.clock, EXPORT_EVERY_MS)
    },
    wakesOn: ['payout.changed', 'resync'],
    failure: 'could not write the recovery log to BACKUP_DIR',
  }).stop

const dueWork = [
  startSecurityCodePurge,
  startPayoutRelease,
  startPlannedDecisions,
  startWaitingControls,
  startOverdueMarks,
  startRequestClock,
  startFolding,
  startRecoveryLogExport,
]

/** Runs all jobs now and once an hour, and what waits for a due time, until the returned function is called. */
export function startScheduledJobs(app: ServerContext, all: readonly Job[] = jobs) {
  const clockGuard = createClockGuard(app)
  const shutdown = new AbortController()
  const running = new Set<Job>()
  const run = async (job: Job) => {
    if (running.has(job) || shutdown.signal.aborted) return
    running.add(job)
    await runJob(app, job, shutdown.signal)
    running.delete(job)
  }
  const runAll = async () => {
    const isClockTrusted = await clockGuard.isTrusted().catch((error: unknown) => {
      app.log.error({ err: error }, 'could not check the clock')
      return false
    })
    for (const job of all) {
      if (job.deletesByAge && !isClockTrusted) continue
      const done = run(job)
      if (!job.isLong) await done
    }
  }
  const stops = dueWork.map((start) => start(app))
  let cancel = () => {}
  const schedule = () => {
    void runAll()
    cancel = app.clock.after(INTERVAL_MS, schedule)
  }
  schedule()
  return () => {
    shutdown.abort()
    for (const stop of stops) void stop()
    cancel()
  }
}

async function runJob(app: ServerContext, job: Job, signal: AbortSignal) {
  try {
    const work = async () => {
      const counts = await job.run(app, signal)
      app.jobRuns.succeeded(job.name)
      if (counts && Object.values(counts).some((count) => count > 0))
        app.log.info({ job: job.name, counts }, 'job done')
    }
    if (job.isLocal) await work()
    else await runWithLease(app, job.name, work)
  } catch (error) {
    app.jobRuns.failed(job.name)
    app.log.error({ err: error, job: job.name }, 'job failed')
  }
}

const EVERY_MS = 5_000

/** Folds appended counts and balances on PostgreSQL, on one node at a time, until the returned function is called. */
export function startFolding(app: ServerContext) {
  if (!isPostgres(app.db)) return async () => {}
  return startDueWork(app, {
    run: async () => {
      if (await needsFold(app.db)) await runWithLease(app, 'fold sums', () => inServerTransaction(app.db, foldSums))
      return timestamp(app.clock, EVERY_MS)
    },
    wakesOn: [],
    failure: 'could not fold counts and balances',
  }).stop
}

/** A longer jump may be a wrong clock; a shorter one does no harm to retention. */
const JUMP_MS = 2 * 24 * 60 * 60 * 1000
/** An hour, minus a tolerance for timer drift. */
const WAIT_MS = 59 * 60 * 1000

/**
 * After a jump of days since the newest audit entry, or its own previous check, it trusts the clock no more for an
 * hour, so that the operator or NTP can correct it.
 */
export function createClockGuard({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>) {
  let known: number | undefined
  let suspectedAt: number | undefined
  return {
    /** Whether data may be deleted by age. */
    async isTrusted() {
      const now = clock.now().getTime()
      // Entries of the last hour may come from the same wrong clock, before a restart.
      known ??= Date.parse((await findNewestEntryTime(db, timestamp(clock, -WAIT_MS))) ?? timestamp(clock))
      if (now - known > JUMP_MS) {
        if (suspectedAt === undefined || now < suspectedAt) {
          suspectedAt = now
          log.warn(
            { lastKnown: new Date(known).toISOString(), now: timestamp(clock) },
            'the clock is days ahead of the last known time: deletion by age is paused for an hour. Correct the clock if it is wrong',
          )
        }
        if (now - suspectedAt < WAIT_MS) return false
      }
      known = now
      suspectedAt = undefined
      return true
    },
  }
}
