import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { readPurges } from '../../platform/db/database-copy.ts'
import type { PurgeTable } from '../../platform/db/operations-tables.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { BackupError } from './backup-error.ts'
import { DATABASE } from './backup-manifest.ts'
import { PURGE_LOG, readPurgeLog } from './purge-log.ts'

/** The purge log, or the one in the old DATA_DIR, that is `named`; by default beside the backup. */
export function findPurges(backup: string, named: string | undefined): string {
  const place = named ?? path.dirname(backup)
  const isFolder = existsSync(place) && statSync(place).isDirectory()
  const candidates = isFolder
    ? [...(named ? [DATABASE] : []), PURGE_LOG, path.join('backups', PURGE_LOG)].map((name) => path.join(place, name))
    : [place]
  const found = candidates.find((file) => existsSync(file))
  if (found === undefined)
    throw new BackupError(
      'noInput',
      `There is no ${PURGE_LOG} ${isFolder ? `in ${place}` : `at ${place}`}: without it, data purged after this backup comes back, including deleted accounts. ` +
        'Name the log or the old DATA_DIR with --purges, or use --without-purges.',
    )
  return found
}

/** Oldest purge first. */
export async function* purgesIn(keyring: Keyring, file: string): AsyncGenerator<PurgeTable> {
  if (file.endsWith('.jsonl')) yield* readPurgeLog(keyring, file)
  else
    try {
      yield* readPurges(file)
    } catch (error) {
      throw new BackupError(
        'damaged',
        `The purges in ${file} cannot be read (${error instanceof Error ? error.message : error}). Name a ${PURGE_LOG} instead.`,
      )
    }
}
