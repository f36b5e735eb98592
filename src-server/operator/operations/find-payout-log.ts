import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { type LoggedAttempt, PAYOUT_LOG, readPayoutLog } from '../../payouts/payout-log.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { DamagedLine } from '../../platform/signed-logs/signed-log.ts'
import { BackupError } from './backup-error.ts'

/** The payout log, or the one in the old DATA_DIR, that is `named`; by default in `place` or beside it. */
export function findPayouts(place: string, named: string | undefined): string {
  const isDirectory = (name: string) => existsSync(name) && statSync(name).isDirectory()
  const start = named ?? (isDirectory(place) ? place : path.dirname(place))
  const isFolder = isDirectory(start)
  const candidates = isFolder
    ? [PAYOUT_LOG, path.join('backups', PAYOUT_LOG)].map((name) => path.join(start, name))
    : [start]
  const found = candidates.find((file) => existsSync(file))
  if (found === undefined)
    throw new BackupError(
      'noInput',
      `There is no ${PAYOUT_LOG} ${isFolder ? `in ${start}` : `at ${start}`}: without it, the site does not know what it paid after this backup. ` +
        'Name the log or the old DATA_DIR with --payouts, or use --without-payouts.',
    )
  return found
}

export async function* payoutsIn(keyring: Keyring, file: string): AsyncGenerator<LoggedAttempt> {
  try {
    yield* readPayoutLog(keyring, file)
  } catch (error) {
    throw error instanceof DamagedLine ? new BackupError('damaged', error.message) : error
  }
}
