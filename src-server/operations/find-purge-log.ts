import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { readPurges } from '../db/database-copy.ts'
import type { PurgeTable } from '../db/schema.ts'
import type { Keyring } from '../encryption/keys.ts'
import { BackupError } from './backup-error.ts'
import { DATABASE } from './backup-manifest.ts'
import { PURGE_LOG, readPurgeLog } from './purge-log.ts'

/**
 * Where a restore learns what was purged after its backup: a purge log, an old DATA_DIR with its database, or what lies
 * beside the backup when nothing is `named`.
 * @throws BackupError when there is none
 */
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
      `There is no ${PURGE_LOG} ${isFolder ? `in ${place}` : `at ${place}`}: what was erased after this backup was made would be back, deleted accounts too. ` +
        'Name the log or the old DATA_DIR with --purges, or say --without-purges.',
    )
  return found
}

/** What was purged, oldest first, out of what `findPurges` found. @throws BackupError when it cannot be read */
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
