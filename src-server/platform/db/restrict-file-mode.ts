import { chmodSync, statSync } from 'node:fs'

const OTHERS = 0o077

/** Whether users other than the owner have any permission on this file or folder; false when it is missing. */
export function isOpenToOthers(name: string) {
  return ((statSync(name, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0
}

/** Restricts a database and its WAL files to the owner. SQLite creates the WAL with the database's mode. */
export function closeToOthers(database: string) {
  for (const name of [database, `${database}-wal`, `${database}-shm`]) {
    if (!isOpenToOthers(name)) continue
    try {
      chmodSync(name, 0o600)
    } catch (error) {
      // Only the owner can change the mode; the startup check reports the folder.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    }
  }
}
