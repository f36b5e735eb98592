import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { PAYOUT_LOG } from '../../payouts/payout-log.ts'
import { readPurges } from '../../platform/db/database-copy.ts'
import type { PurgeTable } from '../../platform/db/operations-tables.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { BackupError } from './backup-error.ts'
import { DATABASE } from './backup-manifest.ts'
import { PURGE_LOG, readPurgeLog } from './purge-log.ts'

/** The payout log, or the one in the old DATA_DIR, that is `named`; by default in `place` or beside it. */
export function findPayouts(place: string, named: string | undefined): string {
  const start = named ?? (isFolder(place) ? place : path.dirname(place))
  return findLog(start, PAYOUT_LOG, [], {
    loss: 'the site does not know what it paid after this backup',
    cure: 'with --payouts, or use --without-payouts',
  })
}

/** The purge log, or the one in the old DATA_DIR, that is `named`; by default beside the backup. */
export function findPurges(backup: string, named: string | undefined): string {
  return findLog(named ?? path.dirname(backup), PURGE_LOG, named ? [DATABASE] : [], {
    loss: 'data purged after this backup comes back, including deleted accounts',
    cure: 'with --purges, or use --without-purges',
  })
}

function findLog(place: string, log: string, others: string[], { loss, cure }: { loss: string; cure: string }) {
  const names = isFolder(place) ? [...others, log, path.join('backups', log)] : ['']
  const found = names.map((name) => path.join(place, name)).find((file) => existsSync(file))
  if (found !== undefined) return found
  throw new BackupError(
    'noInput',
    `There is no ${log} ${isFolder(place) ? 'in' : 'at'} ${place}: without it, ${loss}. ` +
      `Name the log or the old DATA_DIR ${cure}.`,
  )
}

const isFolder = (place: string) => existsSync(place) && statSync(place).isDirectory()

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
