import path from 'node:path'
import SQLite from 'better-sqlite3'

/** The file in DATA_DIR that the lock is on. It stays when the lock is gone, and says nothing. */
export const LOCK_FILE = 'server.lock'

/** Another process serves this DATA_DIR, or restores into it. */
export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(
      `Another server runs on ${dataDir}, or a restore into it. Stop that one, or give this one a DATA_DIR of its own.`,
    )
  }
}

/** A connection that nothing refers to would be closed, and its lock with it. */
const held = new Set<SQLite.Database>()

/**
 * Locks DATA_DIR against other servers and restores until it is disposed of or the process ends, however that ends: the
 * operating system holds the lock, by SQLite's own means. Backups and other commands run beside it.
 * @throws DataDirInUse
 */
export function lockDataDir(dataDir: string): Disposable {
  const lock = new SQLite(path.join(dataDir, LOCK_FILE), { timeout: 0 })
  try {
    // No second file appears beside it.
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') throw new DataDirInUse(dataDir)
    throw error
  }
  held.add(lock)
  return {
    [Symbol.dispose]() {
      held.delete(lock)
      lock.close()
    },
  }
}
