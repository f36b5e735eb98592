import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import {
  ALL_PAGES,
  copyDatabase,
  type RowCounts,
  type VerifiedCopy,
  verifyCopy,
} from '../../platform/db/database-copy.ts'
import type { CopyBefore } from '../../platform/db/migrate.ts'
import { verifyKeyring } from '../../platform/encryption/open-keyring.ts'
import { newId } from '../../platform/ids.ts'
import type { SiteToUpgrade } from '../../platform/open-platform.ts'
import { writeNewFile } from '../../platform/storage/disk-storage.ts'
import { makeFolder } from '../../platform/storage/make-folder.ts'
import { syncFolder } from '../../platform/storage/sync-folder.ts'
import {
  type ArchiveEntry,
  DATABASE,
  encryptArchive,
  FILES,
  hashed,
  MANIFEST,
  type Manifest,
  openStaging,
  removeStaleStagings,
} from './backup-archive.ts'
import { readBackup } from './read-backup.ts'
import { createSiteLog } from './recovery-log.ts'

export type Backup = {
  /** Path of the encrypted backup file, which does not contain the data keys. */
  file: string
  rows: RowCounts
  /** Number of submissions without those that record a registration. */
  orders: number
}

/** No full context: the running site may be of another version, so a backup must not migrate. */
type BackupContext = Pick<AppContext, 'config' | 'clock' | 'db' | 'keyring' | 'log' | 'storage'>

const BACKUP_NAME = /^\d{4}-\d\d-\d\dT[\d.-]+Z-([\w-]{6}|before-[\w-]+)\.gcebackup$/

/**
 * Makes a backup of the database and all referenced files in `parent` while the site runs. When the promise resolves,
 * it is on disk and verified. The recovery log is written beside it, unless it is of an older schema. `isAlone`: this
 * process serves no requests, so it may block. `keep`: the newest backups that stay in `parent`.
 */
export async function makeBackup(
  app: BackupContext,
  {
    parent = app.config.backupDir,
    isAlone = false,
    keep,
    beforeMigration,
  }: { parent?: string; isAlone?: boolean; keep?: number | undefined; beforeMigration?: string } = {},
): Promise<Backup> {
  const madeAt = timestamp(app.clock)
  const name = beforeMigration === undefined ? newId().slice(0, 6) : `before-${beforeMigration}`
  const file = path.join(parent, `${madeAt.replaceAll(':', '-')}-${name}.gcebackup`)
  const part = `${file}.part`
  makeFolder(parent)
  await removeStaleStagings(app.config.dataDir)
  await using staging = await openStaging(app.config.dataDir)
  const copy = await takeSnapshot(app, staging.folder, isAlone)
  const { migrations, rows, audit, orders } = copy
  try {
    const entries = entriesOf(staging.folder, copy, { madeAt, migrations, rows, audit })
    await writeNewFile(part, encryptArchive(app.keyring, entries))
    await readBackup(app.keyring, part)
    if (beforeMigration === undefined) await createSiteLog(app, parent).write()
    await rename(part, file)
    await syncFolder(parent)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  if (keep !== undefined) await removeOlder(parent, keep)
  return { file, rows, orders }
}

/** Makes a backup named after the first migration of an upgrade, when BACKUP_DIR is set. */
export async function backUpBeforeMigration(site: SiteToUpgrade, migration: string): Promise<CopyBefore | undefined> {
  const { config, db, keySource, log } = site
  if (!hasBackupFolder(config)) return undefined
  log.info({ migration }, 'backing up before the database is upgraded')
  try {
    const { keyring } = await verifyKeyring(db, keySource)
    const { file } = await makeBackup({ ...site, keyring }, { isAlone: true, beforeMigration: migration })
    return {
      name: path.basename(file),
      discard: () => rm(file, { force: true }),
      complete: () =>
        createSiteLog({ db, keyring, log }, config.backupDir)
          .write()
          .catch((error: unknown) =>
            log.error({ err: error }, 'could not write the recovery log beside the backup, will retry'),
          ),
    }
  } catch (error) {
    throw new Error(
      `The database was not upgraded, because it could not be backed up to BACKUP_DIR ${config.backupDir}: ` +
        `${error instanceof Error ? error.message : error}. Mend that and start again, or start without BACKUP_DIR.`,
      { cause: error },
    )
  }
}

async function takeSnapshot(app: BackupContext, folder: string, isAlone: boolean) {
  const database = path.join(folder, DATABASE)
  const files = path.join(folder, FILES)
  await mkdir(files, { mode: 0o700 })
  const linked = new Set<string>()
  for (let missing: string | undefined; ; ) {
    await rm(database, { force: true })
    await copyDatabase(app.db, database, isAlone ? ALL_PAGES : undefined)
    const copy = verifyCopy(database)
    const lost = await linkObjects(app, files, copy.objects, linked)
    if (lost === undefined) return copy
    // An object deleted after the copy is not referenced by the next copy. If it still is, it was lost.
    if (lost === missing)
      throw new Error(`The stored file ${lost} is missing, but the database names it. No backup was made.`)
    missing = lost
  }
}

/** Hard-links each object, so that it survives deletion during the backup. Returns the first missing key. */
async function linkObjects({ storage }: BackupContext, folder: string, keys: readonly string[], linked: Set<string>) {
  for (const key of keys) {
    if (linked.has(key)) continue
    try {
      await storage.copyOut(key, path.join(folder, key))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return key
      throw error
    }
    linked.add(key)
  }
  return undefined
}

async function* entriesOf(
  folder: string,
  { objects }: VerifiedCopy,
  facts: Omit<Manifest, 'files'>,
): AsyncGenerator<ArchiveEntry> {
  const files: Manifest['files'] = []
  for (const name of [DATABASE, ...objects.map((key) => `${FILES}/${key}`)]) {
    const file = path.join(folder, name)
    const { size } = await stat(file)
    const hash = createHash('sha256')
    yield { name, size, bytes: hashed(createReadStream(file), hash) }
    files.push({ name, size, sha256: hash.digest('hex') })
  }
  const text = Buffer.from(JSON.stringify({ ...facts, files } satisfies Manifest))
  yield { name: MANIFEST, size: text.length, bytes: hashed([text], createHash('sha256')) }
}

async function removeOlder(parent: string, keep: number) {
  for (const name of (await listBackups(parent)).slice(0, -keep)) await rm(path.join(parent, name))
  await syncFolder(parent)
}

/** The names of the complete backups in a folder, oldest first. */
async function listBackups(folder: string) {
  return (await readdir(folder)).filter((name) => BACKUP_NAME.test(name)).sort()
}

/** Whether BACKUP_DIR is set. */
export function hasBackupFolder({ backupDir, dataDir }: Pick<Config, 'backupDir' | 'dataDir'>) {
  return backupDir !== path.join(dataDir, 'backups')
}

/** When the newest complete backup in this folder was made; undefined without one, and without a readable folder. */
export async function findBackupTime(folder: string) {
  const newest = (await listBackups(folder).catch(() => [])).at(-1)
  if (newest === undefined) return undefined
  return (await stat(path.join(folder, newest)).catch(() => undefined))?.mtime
}
