import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { createTraffic, type Traffic } from './analytics/traffic.ts'
import { chainOldEntries } from './audit/chain-old-entries.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { type Db, openDatabase } from './db/database.ts'
import { createDurability, type Durability } from './db/durability.ts'
import { migrate } from './db/migrate.ts'
import type { EventBus } from './events/event-bus.ts'
import { createMemoryBus } from './events/memory-bus.ts'
import { createPresence, type Presence } from './events/presence.ts'
import { createThrottle, type Throttle } from './events/throttle.ts'
import { createViewers, type Viewers } from './events/viewers.ts'
import { type PictureRenderer, pictureRenderer } from './inspection/picture-renderer.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import { createLog } from './log.ts'
import { createFileTransport } from './mail/file-transport.ts'
import type { MailTransport } from './mail/mail-transport.ts'
import { createOutbox, type Outbox } from './mail/outbox.ts'
import { createSmtpTransport } from './mail/smtp-transport.ts'
import { refuseHalfRestore } from './maintenance/restore-target.ts'
import { type DiskSpace, watchDiskSpace } from './storage/disk-space.ts'
import { createDiskStorage } from './storage/disk-storage.ts'
import type { FileStorage } from './storage/file-storage.ts'
import type { Keyring } from './vault/keys.ts'
import { openVault, proveKeysFirst } from './vault/open-vault.ts'

const TYPING_HEARD_EVERY_MS = 1_000
const REFUSALS_NOTED_EVERY_MS = 60_000

/** Everything a use case may need, made once by `createContext`. Engines are chosen there and nowhere else. */
export type AppContext = {
  config: Config
  clock: Clock
  log: Logger
  db: Db
  durability: Durability
  keyring: Keyring
  storage: FileStorage
  disk: DiskSpace
  /** Draws pictures of strangers anew, in a process of its own. */
  pictures: PictureRenderer
  events: EventBus
  /** Undefined where no mail is written, as for demo data. */
  outbox: Outbox | undefined
  presence: Presence
  /** The API token a call came with, so that audit entries name it; none for people and for the server itself. */
  apiToken: { id: string } | undefined
  viewers: Viewers
  traffic: Traffic
  /** Holds back those who say too often that they are writing. */
  typing: Throttle
  /** How often who did what. What enforces it is in `api/`. */
  limits: Limits
  /** Lets one entry of the audit log a minute through where many could be provoked. */
  refusalNotes: Throttle
}

export type ContextOverrides = Partial<Pick<AppContext, 'clock' | 'log' | 'storage' | 'disk' | 'pictures'>> & {
  mail?: MailTransport
}

/**
 * Opens and migrates the database, proves the data keys and makes the engines. Dispose of it when done.
 * @throws when anything the data's safety rests on does not hold.
 */
export async function createContext(
  config: Config,
  overrides: ContextOverrides = {},
): Promise<AppContext & AsyncDisposable> {
  const clock = overrides.clock ?? systemClock
  refuseHalfRestore(config.dataDir)
  const keySource = { dataKeys: config.dataKeys, keyFile: path.join(config.dataDir, 'data-keys') }
  const filesFolder = path.join(config.dataDir, 'files')
  if (config.databaseFile !== ':memory:') {
    proveKeysFirst(keySource, config.databaseFile, filesFolder)
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  }
  const durability = createDurability()
  const db = openDatabase(config.databaseFile, durability)
  try {
    await migrate(db)
    const log = overrides.log ?? createLog(config.logLevel)
    const keyring = await openVault(db, clock, keySource)
    await chainOldEntries(db, keyring)
    const transport = overrides.mail ?? mailTransport(config)
    const events = createMemoryBus()
    const traffic = await createTraffic({ db, clock, log, events })
    const limits = await createLimits({ db, keyring, clock, log })
    return {
      config,
      clock,
      log,
      db,
      durability,
      keyring,
      storage: overrides.storage ?? createDiskStorage(filesFolder, durability),
      disk: overrides.disk ?? watchDiskSpace(config.dataDir),
      pictures: overrides.pictures ?? pictureRenderer,
      events,
      outbox: createOutbox({ config, db, keyring, clock, log, transport }),
      presence: createPresence(),
      apiToken: undefined,
      viewers: createViewers(),
      traffic,
      [Symbol.asyncDispose]: async () => {
        await traffic.stop()
        await limits.stop()
        await db.destroy()
      },
      typing: createThrottle(clock, TYPING_HEARD_EVERY_MS),
      limits,
      refusalNotes: createThrottle(clock, REFUSALS_NOTED_EVERY_MS),
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

function mailTransport({ smtpUrl, dataDir }: Config): MailTransport {
  return smtpUrl === undefined ? createFileTransport(path.join(dataDir, 'outbox')) : createSmtpTransport(smtpUrl)
}
