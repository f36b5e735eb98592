import path from 'node:path'
import SQLite from 'better-sqlite3'

/** The lock file in DATA_DIR. It remains after the lock is released; its existence means nothing. */
export const LOCK_FILE = 'server.lock'

export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(
      `Another server runs on ${dataDir}, or a restore into it, or a move of it. Stop that one, or give this one a DATA_DIR of its own.`,
    )
  }
}

/** Keeps references: a garbage-collected connection is closed and loses its lock. */
const locks = new Set<SQLite.Database>()

/** Locks DATA_DIR against servers, restores and moves until disposed. A crash releases it. @throws DataDirInUse */
export function lockDataDir(dataDir: string): Disposable {
  const lock = new SQLite(path.join(dataDir, LOCK_FILE), { timeout: 0 })
  try {
    // Avoids a journal file beside the lock file.
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') throw new DataDirInUse(dataDir)
    throw error
  }
  locks.add(lock)
  return {
    [Symbol.dispose]() {
      locks.delete(lock)
      lock.close()
    },
  }
}
