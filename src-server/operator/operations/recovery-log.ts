import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { loggedEntries } from '../../audit/logged-entries.ts'
import { loggedDispositions } from '../../inventory/disposition-log.ts'
import { loggedAttempts } from '../../payouts/payout-log.ts'
import { readPurges } from '../../platform/db/database-copy.ts'
import type { PurgeTable } from '../../platform/db/operations-tables.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { createRecoveryLog, type RecoveryLog, type RecoverySite } from '../../platform/signed-logs/recovery-log.ts'
import { DamagedLine, type LoggedKind, RECOVERY_LOG, readEntries } from '../../platform/signed-logs/signed-log.ts'
import { BackupError, DATABASE } from './backup-archive.ts'

export type LoggedPurge = Omit<PurgeTable, 'sequence'>

/** What was purged: a restore purges it again. A forged line would make a restore delete data. */
export const loggedPurges: LoggedKind<LoggedPurge> = {
  kind: 'purge',
  former: 'purges.jsonl',
  numbered: ['purges', 'id'],
  async listAfter(db, after, limit) {
    const rows = db
      .selectFrom('purges')
      .select(['id', 'what', 'subject_id', 'at'])
      .select(({ ref }) => ref('sequence').$castTo<number>().as('sequence'))
      .where('sequence', '>', after)
    return (await rows.orderBy('sequence').limit(limit).execute()).map(({ sequence, ...entry }) => ({
      sequence,
      entry,
    }))
  },
}

const loggedKinds: readonly LoggedKind[] = [loggedAttempts, loggedDispositions, loggedPurges, loggedEntries]

/** The log of what happens after a backup, beside the backups in `folder`. */
export function createSiteLog(site: RecoverySite, folder: string): RecoveryLog {
  return createRecoveryLog(site, folder, loggedKinds)
}

const names = [RECOVERY_LOG, ...loggedKinds.flatMap(({ former = [] }) => former)]

/** The folder of the recovery log: beside the backup, or `named`, which is the log, its folder or the old DATA_DIR. */
export function findLogFolder(backup: string, named: string | undefined) {
  const start = named ?? path.dirname(backup)
  const place = existsSync(start) && statSync(start).isDirectory() ? start : path.dirname(start)
  const folders = [place, path.join(place, 'backups')]
  const found = folders.find((folder) => names.some((name) => existsSync(path.join(folder, name))))
  if (found !== undefined && existsSync(start)) return found
  throw new BackupError(
    'noInput',
    `There is no ${RECOVERY_LOG} in ${place}: without it, data purged after this backup comes back, including deleted ` +
      'accounts, and the site does not know what it paid since. ' +
      'Name the log or the old DATA_DIR with --log, or use --without-purges and --without-payouts.',
  )
}

/** The entries of a kind that a log in `folder` has, oldest first. @throws BackupError 'damaged' */
export async function* entriesIn<Entry extends { id: string } & Readonly<Record<string, string | number>>>(
  keyring: Keyring,
  kind: LoggedKind<Entry>,
  folder: string,
): AsyncGenerator<Entry> {
  try {
    yield* readEntries(keyring, kind, folder)
  } catch (error) {
    throw error instanceof DamagedLine ? new BackupError('damaged', error.message) : error
  }
}

/** Oldest first. The database of an old DATA_DIR has those of its last seconds too. */
export async function* purgesIn(
  keyring: Keyring,
  folder: string,
  named: string | undefined,
): AsyncGenerator<LoggedPurge> {
  const file = path.join(named ?? folder, DATABASE)
  if (!existsSync(file)) yield* entriesIn(keyring, loggedPurges, folder)
  else
    try {
      yield* readPurges(file)
    } catch (error) {
      const why = error instanceof Error ? error.message : error
      throw new BackupError('damaged', `The purges in ${file} cannot be read (${why}). Name a ${RECOVERY_LOG} instead.`)
    }
}
