import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { createPasswords, type Passwords } from './accounts/passwords.ts'
import { createVisitorStats, type VisitorStats } from './analytics/visitor-stats.ts'
import { createLiveCatalogue, type LiveCatalogue } from './catalogue/live-catalogue.ts'
import type { StoredRendition } from './files/rendition-queries.ts'
import { createJobRuns, type JobRuns } from './operator/jobs/job-runs.ts'
import type { ReadinessCheck } from './operator/operations/readiness.ts'
import { readinessChecks } from './operator/operations/readiness-checks.ts'
import { refuseHalfRestore } from './operator/operations/restore-target.ts'
import { createPayoutLog, type PayoutLog } from './payouts/payout-log.ts'
import { createPayPalClient, type PayPalClient } from './payouts/paypal/paypal-client.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { assertByteOrder } from './platform/db/check-postgres.ts'
import { type Authorization, type Db, openDatabase, openPostgres, type ServerDb } from './platform/db/database.ts'
import { createDurability, type Durability } from './platform/db/durability.ts'
import { migrate } from './platform/db/migrate.ts'
import type { Keyring } from './platform/encryption/keys.ts'
import { openKeyring, verifyKeysBeforeOpen } from './platform/encryption/open-keyring.ts'
import { type ChatPresence, createChatPresence } from './platform/events/chat-presence.ts'
import type { EventBus } from './platform/events/event-bus.ts'
import type { EventTransport } from './platform/events/event-transport.ts'
import { createJournalBus } from './platform/events/journal-bus.ts'
import { createMemoryBus } from './platform/events/memory-bus.ts'
import { createReviewPresence, type ReviewPresenceTracker } from './platform/events/review-presence.ts'
import { createThrottle, type LocalThrottle, type Throttle } from './platform/events/throttle.ts'
import { type FileInspector, fileInspector } from './platform/file-inspection/file-inspector.ts'
import { type ImageTranscoder, imageTranscoder } from './platform/file-inspection/image-transcoder.ts'
import { createLog } from './platform/logging/logger.ts'
import type { MailTransport } from './platform/mail/mail-transport.ts'
import { openTransport } from './platform/mail/open-transport.ts'
import { createOutbox, type Outbox } from './platform/mail/outbox.ts'
import { limitKey } from './platform/rate-limits/limit-key.ts'
import { createRateLimits, type RateLimits } from './platform/rate-limits/rate-limits.ts'
import { createSocketCounts, type SocketCounts } from './platform/rate-limits/socket-counts.ts'
import { connectRedis, type RedisConnection } from './platform/redis/redis-connection.ts'
import { createRedisState } from './platform/redis/redis-state.ts'
import { createRedisTransport } from './platform/redis/redis-transport.ts'
import { assertFolder, warnOfFolders } from './platform/storage/check-folders.ts'
import { type DiskReserve, keepDiskReserve, noDiskReserve } from './platform/storage/disk-reserve.ts'
import { type DiskSpace, noLocalData, watchDiskSpace } from './platform/storage/disk-space.ts'
import type { FileStorage } from './platform/storage/file-storage.ts'
import { openDataDir } from './platform/storage/open-data-dir.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import type { Telemetry } from './platform/telemetry/telemetry.ts'
import { createPolicies, type Policies } from './policies/policies.ts'
import { createWarningCounts, type WarningCounts } from './submissions/warning-counts.ts'

const TYPING_HEARD_EVERY_MS = 1_000
const REFUSALS_NOTED_EVERY_MS = 60_000
const READING_NOTED_EVERY_MS = 60 * 60_000

/** The dependencies of use cases, created once by `createContext`, which selects the implementations. */
export type AppContext = {
  config: Config
  clock: Clock
  log: Logger
  db: Db
  catalogue: LiveCatalogue
  passwords: Passwords
  durability: Durability
  keyring: Keyring
  storage: FileStorage
  jobRuns: JobRuns
  warningCounts: WarningCounts
  /** The renditions that this node generates now, by file id: pages request a photo several times at once. */
  runningRenditions: Map<string, Promise<StoredRendition | undefined>>
  /** Number of orphaned files that were not swept because there were too many. */
  orphans: { withheld: number }
  /** What the last check of the ledger by this node found wrong. */
  ledger: { problem: string | undefined }
  disk: DiskSpace
  /** What has to work for `/api/ready`. */
  readiness: readonly ReadinessCheck[]
  /** Undefined unless configured. */
  telemetry: Telemetry | undefined
  /** Inspects untrusted files in worker processes. */
  inspector: FileInspector
  /** Disk space for writes that must succeed on a full disk. */
  reserve: DiskReserve
  /** Transcodes untrusted images in a worker process. */
  pictures: ImageTranscoder
  events: EventBus
  /** The connection to Redis, for readiness. Undefined for a single process. */
  redis: Pick<RedisConnection, 'ping'> | undefined
  /** What was paid, beside the backups. */
  payoutLog: PayoutLog
  /** Undefined without a PayPal app. */
  paypal: PayPalClient | undefined
  /** Undefined when no mail is sent, as for seed data. */
  outbox: Outbox | undefined
  presence: ChatPresence
  reviewPresence: ReviewPresenceTracker
  visitorStats: VisitorStats
  /** Throttles typing indicators per sender, in this process. */
  typing: LocalThrottle
  /** The rules that owners change. */
  policies: Policies
  /** Rate limit counters; enforced in `auth/`. */
  limits: RateLimits
  socketCounts: SocketCounts
  /** Throttles audit log entries that a caller could provoke to one per minute. */
  deniedCallThrottle: Throttle
  /** Throttles audit log entries for reads by staff to one per hour. */
  readAuditThrottle: Throttle
}

/** What a use case gets: the application, and the permission of the call, which its transactions check again. */
export type CallContext = {
  app: AppContext
  /** Undefined for calls of anyone and for the server's own work, see `asServer`. */
  authorization: Authorization | undefined
}

/** The context of the server's own work, without a caller. */
export type ServerContext = AppContext & { db: ServerDb }

export type ContextOverrides = Partial<
  Pick<AppContext, 'clock' | 'log' | 'storage' | 'durability' | 'disk' | 'passwords' | 'inspector' | 'pictures'>
> & {
  mail?: MailTransport
  /** A migrated database. */
  db?: ServerDb
  /** Connects this node to others with the same database. Without it, this process is the only node. */
  eventTransport?: EventTransport
  /** Used instead of the Redis of `config.cluster`. */
  redisUrl?: string
}

/**
 * Opens and migrates the database, verifies the data keys and creates the dependencies. Dispose it when done.
 * @throws when a folder, the database or a data key is unusable
 */
export async function createContext(
  config: Config,
  overrides: ContextOverrides = {},
): Promise<ServerContext & AsyncDisposable> {
  const clock = overrides.clock ?? systemClock
  refuseHalfRestore(config.dataDir)
  assertFolder('BACKUP_DIR', config.backupDir)
  const keySource = { dataKeys: config.dataKeys, keyFile: path.join(config.dataDir, 'data-keys') }
  const filesFolder = path.join(config.dataDir, 'files')
  if (config.cluster) openDataDir(config.dataDir)
  else if (config.databaseFile !== ':memory:') {
    verifyKeysBeforeOpen(keySource, config.databaseFile, filesFolder)
    openDataDir(config.dataDir)
  }
  const isDatabaseNew = !config.cluster && config.databaseFile !== ':memory:' && !existsSync(config.databaseFile)
  const hadKeys = existsSync(keySource.keyFile)
  const durability = overrides.durability ?? createDurability()
  const db = overrides.db ?? (await openConfiguredDatabase(config, durability))
  let redis: RedisConnection | undefined
  try {
    if (!overrides.db) await migrate(db)
    const log = overrides.log ?? createLog(config)
    warnOfFolders(config, log)
    if (isDatabaseNew && hadKeys)
      log.warn(
        `${keySource.keyFile} holds data keys, but there was no database: this site starts empty. If it had data, stop it and restore a backup`,
      )
    const keyring = await openKeyring(db, clock, keySource)
    const transport = overrides.mail ?? openTransport(config)
    const redisUrl = overrides.redisUrl ?? config.cluster?.redisUrl
    if (redisUrl !== undefined) redis = await connectRedis(redisUrl, log)
    const eventTransport = overrides.eventTransport ?? (redis && createRedisTransport(redis))
    const events = eventTransport
      ? await createJournalBus({ db, clock, log, transport: eventTransport })
      : createMemoryBus()
    const catalogue = await createLiveCatalogue({ db, clock, log, events })
    const shared =
      redis &&
      createRedisState(redis, {
        clock,
        hash: (key) => limitKey(keyring, key),
        reviewersChanged: (submissionId) => events.publish({ name: 'review.presence-changed', submissionId }),
      })
    const visitorStats = await createVisitorStats({ db, clock, log, events, link: shared?.createChannel('visitors') })
    const policies = await createPolicies({ db, log, events })
    const disk = overrides.disk ?? (config.cluster ? noLocalData : watchDiskSpace(config.dataDir))
    const storage = overrides.storage ?? (await openStorage(config, durability))
    const limits = await createRateLimits({
      ...{ db, keyring, clock, log },
      createQuickCounters: shared?.createQuickCounters,
    })
    const auditThrottle = shared?.createThrottle ?? ((everyMs: number) => createThrottle(clock, everyMs))
    // Imported only when configured: its libraries cost memory and time to start.
    const telemetry =
      config.telemetryEndpoint === undefined
        ? undefined
        : (await import('./platform/telemetry/start-telemetry.ts')).startTelemetry(
            config.telemetryEndpoint,
            config.nodeName,
            log,
          )
    return {
      config,
      clock,
      log,
      db,
      catalogue,
      passwords: overrides.passwords ?? createPasswords(),
      durability,
      keyring,
      storage,
      jobRuns: createJobRuns(),
      warningCounts: createWarningCounts(),
      runningRenditions: new Map(),
      orphans: { withheld: 0 },
      ledger: { problem: undefined },
      reserve:
        config.databaseFile === ':memory:' || config.cluster
          ? noDiskReserve
          : keepDiskReserve(path.join(config.dataDir, 'reserve')),
      disk,
      telemetry,
      readiness: readinessChecks(config, { db, disk, storage, redis }),
      inspector: overrides.inspector ?? fileInspector,
      pictures: overrides.pictures ?? imageTranscoder,
      events,
      redis,
      outbox: createOutbox({ config, db, keyring, clock, log, transport }),
      payoutLog: createPayoutLog({ db, keyring, log }, config.backupDir),
      paypal: config.paypal && createPayPalClient(config.paypal, { clock }),
      presence: shared?.presence ?? createChatPresence(),
      reviewPresence: shared?.reviewPresence ?? createReviewPresence(),
      socketCounts: shared?.socketCounts ?? createSocketCounts(),
      visitorStats,
      [Symbol.asyncDispose]: async () => {
        await catalogue.stop()
        await events.stop()
        await visitorStats.stop()
        await policies.stop()
        await limits.stop()
        await shared?.close()
        await telemetry?.stop()
        await db.destroy()
      },
      typing: createThrottle(clock, TYPING_HEARD_EVERY_MS),
      limits,
      policies,
      deniedCallThrottle: auditThrottle(REFUSALS_NOTED_EVERY_MS),
      readAuditThrottle: auditThrottle(READING_NOTED_EVERY_MS),
    }
  } catch (error) {
    await redis?.close()
    await db.destroy()
    throw error
  }
}

async function openConfiguredDatabase({ cluster, databaseFile }: Config, durability: Durability): Promise<ServerDb> {
  if (!cluster) return openDatabase(databaseFile, durability)
  const db = await openPostgres(cluster.databaseUrl)
  await assertByteOrder(db)
  return db
}
