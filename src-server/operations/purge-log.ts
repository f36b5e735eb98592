import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { AppContext } from '../context.ts'
import type { PurgeTable } from '../db/schema.ts'
import type { Keyring } from '../encryption/keys.ts'
import { DamagedLine, lineOf, readEntries, readTail, type SignedLog } from '../encryption/signed-log.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { BackupError } from './backup-error.ts'
import { listPurgesFrom } from './purge-log-queries.ts'

/** Stored beside the backups, so that a restore can replay purges even when DATA_DIR is lost. */
export const PURGE_LOG = 'purges.jsonl'

/** Also finds rows that are older than the newest because the clock was set back. Duplicate lines do no harm. */
const OVERLAP_MS = 10 * 60 * 1000
const BATCH = 5_000

type Site = Pick<AppContext, 'db' | 'keyring'>
const log: SignedLog<PurgeTable> = { kind: 'purge', fields: ['id', 'what', 'subject_id', 'at'] }

/**
 * Appends new purges to the log in `folder`, with ids and kinds only, and syncs it. Each line has a MAC under the data
 * keys, because a forged line would make a restore delete data.
 */
export async function exportPurgeLog({ db, keyring }: Site, folder: string): Promise<void> {
  makeFolder(folder)
  const handle = await open(path.join(folder, PURGE_LOG), 'a+', 0o600)
  try {
    const known = await readTail(log, handle)
    const newest = known.at(-1)?.at
    const ids = new Set(known.map(({ id }) => id))
    let from = { at: newest === undefined ? '' : new Date(Date.parse(newest) - OVERLAP_MS).toISOString(), id: '' }
    for (;;) {
      const rows = await listPurgesFrom(db, from, BATCH)
      const text = rows.filter(({ id }) => !ids.has(id)).map((row) => lineOf(keyring, log, row))
      if (text.length > 0) await handle.appendFile(text.join(''))
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) break
      from = last
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** @throws BackupError when there is no such log */
export function assertPurgeLog(file: string): void {
  if (!existsSync(file)) throw new BackupError('noInput', `There is no purge log ${file}.`)
}

/** Reads the purges of a log, oldest first. @throws BackupError when a line fails authentication */
export async function* readPurgeLog(keyring: Keyring, file: string): AsyncGenerator<PurgeTable> {
  assertPurgeLog(file)
  try {
    yield* readEntries(keyring, log, file)
  } catch (error) {
    throw error instanceof DamagedLine ? new BackupError('damaged', error.message) : error
  }
}
