import { chmodSync, statSync } from 'node:fs'

const OTHERS = 0o077

/** Whether users beside the owner of this file or folder have any right to it; no when it is missing. */
export function isOpenToOthers(name: string): boolean {
  return ((statSync(name, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0
}

/** Takes the rights of others away from a database and the files beside it, which SQLite makes with the same ones. */
export function closeToOthers(database: string): void {
  for (const name of [database, `${database}-wal`, `${database}-shm`]) {
    if (!isOpenToOthers(name)) continue
    try {
      chmodSync(name, 0o600)
    } catch (error) {
      // A file of another user is for them to close.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    }
  }
}
