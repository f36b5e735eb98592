import { existsSync, statSync } from 'node:fs'
import type SQLite from 'better-sqlite3'

/** Checked at every start up to this size, which takes some 100 ms; above it only where there is a reason to. */
const ALWAYS_CHECKED_BYTES = 64 * 1024 * 1024

/** Whether the database at `file` is to be checked before it is used; ask before it is opened. */
export function needsCheck(file: string): boolean {
  if (!existsSync(file)) return false
  // A clean stop leaves no log beside the database.
  return existsSync(`${file}-wal`) || statSync(file).size <= ALWAYS_CHECKED_BYTES
}

/**
 * Walks every page of the database.
 * @throws Error with code SQLITE_CORRUPT when one is damaged. A changed byte inside a value is not damage to SQLite:
 *   encrypted values and the audit log are told from altered ones by their own tags.
 */
export function assertWhole(sqlite: SQLite.Database): void {
  const found = sqlite.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' })
}
