import { statSync } from 'node:fs'
import type SQLite from 'better-sqlite3'

/** Databases up to this size are checked at every start (about 100 ms), larger ones only after a crash. */
const ALWAYS_CHECKED_BYTES = 64 * 1024 * 1024

/** Whether the database at `file` must be checked. Call it before opening, which creates the WAL. */
export function needsCheck(file: string): boolean {
  const size = sizeOf(file)
  if (size === undefined) return false
  // A clean shutdown removes the WAL. A read-only connection, which reads the key records before, leaves an empty one.
  return Boolean(sizeOf(`${file}-wal`)) || size <= ALWAYS_CHECKED_BYTES
}

/** Checks the structure of every page. SQLite misses a changed byte inside a value: authentication tags detect it. */
export function assertWhole(sqlite: SQLite.Database): void {
  const found = sqlite.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' })
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}
