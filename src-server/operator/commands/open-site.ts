import { existsSync } from 'node:fs'
import path from 'node:path'
import { systemClock as clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { openDatabase, openPostgres, type ServerDb, sqliteOf } from '../../platform/db/database.ts'
import { assertKnownSchema } from '../../platform/db/migrate.ts'
import { type KeySource, openKeyring } from '../../platform/encryption/open-keyring.ts'
import { createJournalBus } from '../../platform/events/journal-bus.ts'
import { createMemoryBus } from '../../platform/events/local-delivery.ts'
import { createLog } from '../../platform/logging/logger.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { BackupError } from '../operations/backup-archive.ts'

/** How long a command waits for a lock of the server, which waits less, because waiting blocks its requests. */
const LOCK_WAIT_MS = 10_000

export type Site = AsyncDisposable & { db: ServerDb; storage: FileStorage; keySource: KeySource }

/** Opens the configured site. It migrates nothing, because the server beside it may be of an older version. */
export async function openSite(config: Config): Promise<Site> {
  const { cluster, databaseFile, dataDir, dataKeys } = config
  if (!cluster && !existsSync(databaseFile))
    throw new BackupError('noInput', `There is no database at ${databaseFile}.`)
  const db = cluster ? await openPostgres(cluster.databaseUrl) : openDatabase(databaseFile)
  if (!cluster) sqliteOf(db).pragma(`busy_timeout = ${LOCK_WAIT_MS}`)
  try {
    await assertKnownSchema(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    storage: await openStorage(config),
    keySource: { dataKeys, keyFile: path.join(dataDir, 'data-keys') },
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

/** For commands that copy the SQLite database and the folder of files. */
export function assertCopiesSite({ cluster }: Config, command: 'backup' | 'restore') {
  if (!cluster) return
  throw new BackupError(
    'config',
    `DATABASE_URL names PostgreSQL: npm run ${command} is for SQLite and a folder of files. Nothing was done. ` +
      'Use the backups of PostgreSQL and of the S3 store: docs/cluster.md describes them.',
  )
}

/** The nodes read the journal every second, also without hints. */
const noHints = { send: () => {}, listen: () => () => {} }

/** What commands need that write audit entries. The caller stops `events`. */
export async function openServices({ db, keySource }: Site, config: Config) {
  const log = createLog({ ...config, logLevel: 'warn' })
  const keyring = await openKeyring(db, clock, keySource)
  const events = config.cluster ? await createJournalBus({ db, clock, log, channel: noHints }) : createMemoryBus()
  return { db, clock, log, keyring, events }
}
