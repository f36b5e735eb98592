import { existsSync } from 'node:fs'
import type { AppContext } from '../../context.ts'
import type { PurgeTable } from '../../platform/db/operations-tables.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { startLogExport } from '../../platform/signed-logs/export-log.ts'
import { appendMissing, DamagedLine, readEntries, type SignedLog } from '../../platform/signed-logs/signed-log.ts'
import { BackupError } from './backup-error.ts'
import { findNewestOfPurges, findNewestPurge, listPurgesAfter, type NumberedPurge } from './purge-log-queries.ts'

/** Stored beside the backups, so that a restore can replay purges even when DATA_DIR is lost. */
export const PURGE_LOG = 'purges.jsonl'

type Site = Pick<AppContext, 'db' | 'keyring' | 'log'>
const log: SignedLog<NumberedPurge> = {
  name: PURGE_LOG,
  kind: 'purge',
  fields: ['id', 'what', 'subject_id', 'at', 'sequence'],
  id: 'id',
}

/** Each line has a MAC under the data keys, because a forged line would make a restore delete data. */
export async function exportPurgeLog(site: Site, folder: string) {
  await appendMissing(site, log, folder, {
    findNewest: (ids) => findNewestOfPurges(site.db, ids),
    listAfter: (sequence, limit) => listPurgesAfter(site.db, sequence, limit),
  })
}

export function assertPurgeLog(file: string) {
  if (!existsSync(file)) throw new BackupError('noInput', `There is no purge log ${file}.`)
}

/** Oldest purge first. */
export async function* readPurgeLog(keyring: Keyring, file: string): AsyncGenerator<PurgeTable> {
  assertPurgeLog(file)
  try {
    for await (const { sequence: _, ...purge } of readEntries(keyring, log, file)) yield purge
  } catch (error) {
    throw error instanceof DamagedLine ? new BackupError('damaged', error.message) : error
  }
}

/** Exports new purges to BACKUP_DIR, until the returned function is called. */
export function startPurgeLogExport(app: AppContext) {
  return startLogExport(app, {
    name: 'purge log',
    findNewest: () => findNewestPurge(app.db),
    write: () => exportPurgeLog(app, app.config.backupDir),
  })
}
