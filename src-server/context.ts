import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { createVisitorStats, type VisitorStats } from './analytics/visitor-stats.ts'
import { chainOldEntries } from './audit/chain-old-entries.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { type Authorization, type Db, openDatabase, type ServerDb } from './db/database.ts'
import { createDurability, type Durability } from './db/durability.ts'
import { migrate } from './db/migrate.ts'
import { isOpenToOthers } from './db/restrict-file-mode.ts'
import type { Keyring } from './encryption/keys.ts'
import { openKeyring, verifyKeysBeforeOpen } from './encryption/open-keyring.ts'
import { type ChatPresence, createChatPresence } from './events/chat-presence.ts'
import type { EventBus } from './events/event-bus.ts'
import { createMemoryBus } from './events/memory-bus.ts'
import { createReviewPresence, type ReviewPresenceTracker } from './events/review-presence.ts'
import { createThrottle, type Throttle } from './events/throttle.ts'
import { type FileInspector, fileInspector } from './file-inspection/file-inspector.ts'
import { type ImageTranscoder, imageTranscoder } from './file-inspection/image-transcoder.ts'
import { createJobRuns, type JobRuns } from './jobs/job-runs.ts'
import { createLog } from './logging/logger.ts'
import { createFileTransport } from './mail/file-transport.ts'
import type { MailTransport } from './mail/mail-transport.ts'
import { createOutbox, type Outbox } from './mail/outbox.ts'
import { createSmtpTransport } from './mail/smtp-transport.ts'
import { refuseHalfRestore } from './operations/restore-target.ts'
import { createRateLimits, type RateLimits } from './rate-limits/rate-limits.ts'
import { type DiskReserve, keepDiskReserve, noDiskReserve } from './storage/disk-reserve.ts'
import { type DiskSpace, watchDiskSpace } from './storage/disk-space.ts'
import { createDiskStorage } from './storage/disk-storage.ts'
import type { FileStorage } from './storage/file-storage.ts'
import { makeFolder } from './storage/make-folder.ts'

const TYPING_HEARD_EVERY_MS = 1_000
const REFUSALS_NOTED_EVERY_MS = 60_000
const READING_NOTED_EVERY_MS = 60 * 60_000

/** Everything a use case may need, made once by `createContext`. Engines are chosen there and nowhere else. */
export type AppContext = {
  config: Config
  clock: Clock
  log: Logger
  db: Db
  durability: Durability
  keyring: Keyring
  storage: FileStorage
  jobRuns: JobRuns
  /** Stored files without a row that were not swept because they are too many. */
  orphans: { withheld: number }
  disk: DiskSpace
  /** Inspects files of strangers, in processes of its own. */
  inspector: FileInspector
  /** Room for what is never refused, also on a full disk. */
  reserve: DiskReserve
  /** Draws pictures of strangers anew, in a process of its own. */
  pictures: ImageTranscoder
  events: EventBus
  /** Undefined where no mail is written, as for demo data. */
  outbox: Outbox | undefined
  presence: ChatPresence
  /** The API token a call came with, so that audit entries name it; none for people and for the server itself. */
  apiToken: { id: string } | undefined
  /** The permission of the call this context was derived for; undefined for calls of anyone and for the server itself. */
  authorization: Authorization | undefined
  reviewPresence: ReviewPresenceTracker
  visitorStats: VisitorStats
  /** Holds back those who say too often that they are writing. */
  typing: Throttle
  /** How often who did what. What enforces it is in `api/`. */
  limits: RateLimits
  /** Lets one entry of the audit log a minute through where many could be provoked. */
  deniedCallThrottle: Throttle
  /** The same, once an hour, for what staff read. */
  readAuditThrottle: Throttle
}

/** The context of the server itself, which writes on nobody's behalf. */
export type ServerContext = AppContext & { db: ServerDb }

export type ContextOverrides = Partial<
  Pick<AppContext, 'clock' | 'log' | 'storage' | 'disk' | 'inspector' | 'pictures'>
> & {
  mail?: MailTransport
}

/**
 * Opens and migrates the database, proves the data keys and makes the engines. Dispose of it when done.
 * @throws when anything the data's safety rests on does not hold.
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
  if (config.databaseFile !== ':memory:') {
    verifyKeysBeforeOpen(keySource, config.databaseFile, filesFolder)
    makeFolder(config.dataDir)
  }
  const isDatabaseNew = config.databaseFile !== ':memory:' && !existsSync(config.databaseFile)
  const hadKeys = existsSync(keySource.keyFile)
  const durability = createDurability()
  const db = openDatabase(config.databaseFile, durability)
  try {
    await migrate(db)
    const log = overrides.log ?? createLog(config.logLevel)
    warnOfSurroundings(config, log)
    if (isDatabaseNew && hadKeys)
      log.warn(
        `${keySource.keyFile} holds data keys, but there was no database: this site starts empty. If it had data, stop it and restore a backup`,
      )
    const keyring = await openKeyring(db, clock, keySource)
    await chainOldEntries(db, keyring)
    const transport = overrides.mail ?? mailTransport(config)
    const events = createMemoryBus()
    const visitorStats = await createVisitorStats({ db, clock, log, events })
    const limits = await createRateLimits({ db, keyring, clock, log })
    return {
      config,
      clock,
      log,
      db,
      durability,
      keyring,
      storage: overrides.storage ?? createDiskStorage(filesFolder, durability),
      jobRuns: createJobRuns(),
      orphans: { withheld: 0 },
      reserve:
        config.databaseFile === ':memory:' ? noDiskReserve : keepDiskReserve(path.join(config.dataDir, 'reserve')),
      disk: overrides.disk ?? watchDiskSpace(config.dataDir),
      inspector: overrides.inspector ?? fileInspector,
      pictures: overrides.pictures ?? imageTranscoder,
      events,
      outbox: createOutbox({ config, db, keyring, clock, log, transport }),
      presence: createChatPresence(),
      apiToken: undefined,
      authorization: undefined,
      reviewPresence: createReviewPresence(),
      visitorStats,
      [Symbol.asyncDispose]: async () => {
        await visitorStats.stop()
        await limits.stop()
        await db.destroy()
      },
      typing: createThrottle(clock, TYPING_HEARD_EVERY_MS),
      limits,
      deniedCallThrottle: createThrottle(clock, REFUSALS_NOTED_EVERY_MS),
      readAuditThrottle: createThrottle(clock, READING_NOTED_EVERY_MS),
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** @throws when something that is no folder has the name, or one above it */
function assertFolder(variable: string, folder: string): void {
  const found = nearestAbove(folder)
  if (!statSync(found).isDirectory()) throw new Error(`${variable} names ${folder}, but ${found} is not a folder.`)
}

/** What does not keep the site from working, but will be missed later. */
function warnOfSurroundings({ dataDir, backupDir }: Config, log: Logger): void {
  if (isOpenToOthers(dataDir))
    log.warn(`DATA_DIR ${dataDir} is open to other users of this machine. Run: chmod 700 ${dataDir}`)
  try {
    accessSync(nearestAbove(backupDir), constants.W_OK | constants.X_OK)
  } catch (error) {
    log.error({ err: error }, `BACKUP_DIR ${backupDir} cannot be written: there will be no backups and no purge log`)
  }
}

/** The file or folder itself, or the nearest folder above it that exists. */
function nearestAbove(name: string): string {
  return existsSync(name) || path.dirname(name) === name ? name : nearestAbove(path.dirname(name))
}

function mailTransport({ smtpUrl, dataDir }: Config): MailTransport {
  return smtpUrl === undefined ? createFileTransport(path.join(dataDir, 'outbox')) : createSmtpTransport(smtpUrl)
}
