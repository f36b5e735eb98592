import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { LOCK_FILE, lockDataDir } from '../../platform/db/data-dir-lock.ts'
import { copyBytes } from '../../platform/storage/disk-storage.ts'
import { makeFolder } from '../../platform/storage/make-folder.ts'
import { syncFolder } from '../../platform/storage/sync-folder.ts'
import { BackupError, DATABASE, FILES } from './backup-archive.ts'

type Place = Pick<Config, 'dataDir' | 'databaseFile'>

/** A folder in DATA_DIR that exists during a restore and after an interrupted one. Data is verified in it. */
const RESTORING = 'restoring'
const KEYS = 'data-keys'

export function refuseHalfRestore(dataDir: string) {
  if (existsSync(path.join(dataDir, RESTORING)))
    throw new Error(
      `A restore into ${dataDir} was not finished. Run npm run restore again, or empty the folder: its contents are incomplete.`,
    )
}

/**
 * Locks DATA_DIR, removes the leftovers of an unfinished restore, and creates the folder to restore into. `abandon`
 * reverts this after a failure; `release` unlocks DATA_DIR after success.
 */
export async function openTarget({
  dataDir,
  databaseFile,
}: Place): Promise<{ folder: string; abandon(): Promise<void>; release(): Promise<void> }> {
  const folder = path.join(dataDir, RESTORING)
  const isNew = !existsSync(dataDir)
  makeFolder(dataDir)
  const lockFile = path.join(dataDir, LOCK_FILE)
  const wasLockedBefore = existsSync(lockFile)
  const lock = lockDataDir(dataDir)
  const release = async () => {
    if (!wasLockedBefore) await rm(lockFile)
    lock[Symbol.dispose]()
  }
  const abandon = async () => {
    await release()
    if (isNew) await rmdir(dataDir)
  }
  try {
    if (existsSync(folder)) {
      // DATA_DIR was empty when that restore began, so these files belong to it.
      for (const file of [path.join(dataDir, FILES), path.join(dataDir, KEYS), databaseFile])
        await rm(file, { recursive: true, force: true })
      await rm(folder, { recursive: true })
    }
    // A mounted disk contains `lost+found`.
    const unexpected = (await readdir(dataDir)).filter((name) => name !== 'lost+found' && name !== LOCK_FILE)
    if (unexpected.length > 0)
      throw new BackupError(
        'cannotCreate',
        `${dataDir} is not empty: ${shown(unexpected)}. A restore needs an empty DATA_DIR: move the old one aside, or name another.`,
      )
    if (existsSync(databaseFile))
      throw new BackupError('cannotCreate', `There is a database ${databaseFile} already. Move it aside.`)
    await mkdir(folder, { mode: 0o700 })
    await syncFolder(dataDir)
  } catch (error) {
    await abandon()
    throw error
  }
  return {
    folder,
    release,
    async abandon() {
      await rm(folder, { recursive: true, force: true })
      await abandon()
    },
  }
}

/** Moves the restored data into place. If interrupted, the server refuses to start on DATA_DIR. */
export async function placeRestored({ dataDir, databaseFile }: Place) {
  const folder = path.join(dataDir, RESTORING)
  await rename(path.join(folder, FILES), path.join(dataDir, FILES))
  if (existsSync(path.join(folder, KEYS))) await rename(path.join(folder, KEYS), path.join(dataDir, KEYS))
  await syncFolder(dataDir)
  await moveFile(path.join(folder, DATABASE), databaseFile)
  await syncFolder(path.dirname(databaseFile))
  await rm(folder, { recursive: true })
  await syncFolder(dataDir)
}

/** Copies when DATABASE_URL is on another disk. */
async function moveFile(from: string, to: string) {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await rm(`${to}.part`, { force: true })
    await copyBytes(from, `${to}.part`)
    await rename(`${to}.part`, to)
  }
}

function shown(names: readonly string[]) {
  const first = names.toSorted().slice(0, 3).join(', ')
  return names.length > 3 ? `${first} and ${names.length - 3} more` : first
}
