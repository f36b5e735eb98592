import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { openDatabase, type ServerDb } from '../db/database.ts'
import type { KeySource } from '../encryption/open-keyring.ts'
import { BackupError } from '../operations/backup-error.ts'
import { createDiskStorage } from '../storage/disk-storage.ts'
import type { FileStorage } from '../storage/file-storage.ts'

/** The configured database, files and keys, for commands that may run beside the server. */
export type Site = AsyncDisposable & { db: ServerDb; storage: FileStorage; keySource: KeySource }

/**
 * Opens the configured site. It migrates nothing, because the server beside it may be of an older version.
 * @throws BackupError when there is no database, or it is not one that commands can open
 */
export async function openSite({ cluster, databaseFile, dataDir, dataKeys }: Config): Promise<Site> {
  if (cluster)
    throw new BackupError('config', 'DATABASE_URL names PostgreSQL, which this command cannot open. Nothing was done.')
  if (!existsSync(databaseFile)) throw new BackupError('noInput', `There is no database at ${databaseFile}.`)
  const db = openDatabase(databaseFile)
  return {
    db,
    storage: createDiskStorage(path.join(dataDir, 'files')),
    keySource: { dataKeys, keyFile: path.join(dataDir, 'data-keys') },
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

/**
 * For commands that copy the SQLite database and the folder of files.
 * @throws BackupError when the site uses PostgreSQL
 */
export function assertCopiesSite({ cluster }: Config, command: 'backup' | 'restore'): void {
  if (!cluster) return
  throw new BackupError(
    'config',
    `DATABASE_URL names PostgreSQL: npm run ${command} is for SQLite and a folder of files. Nothing was done. ` +
      'Use the backups of PostgreSQL and of the S3 store: docs/cluster.md describes them.',
  )
}
