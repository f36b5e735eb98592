import { loggedEntries } from '../../audit/logged-entries.ts'
import { loggedDispositions } from '../../inventory/disposition-log.ts'
import { loggedAttempts } from '../../payouts/payout-log.ts'
import { createRecoveryLog, type RecoveryLog, type RecoverySite } from '../../platform/signed-logs/recovery-log.ts'
import type { LoggedKind } from '../../platform/signed-logs/signed-log.ts'
import { loggedPurges } from './purge-log.ts'

export const loggedKinds: readonly LoggedKind[] = [loggedAttempts, loggedDispositions, loggedPurges, loggedEntries]

/** The log of what happens after a backup, beside the backups in `folder`. */
export function createSiteLog(site: RecoverySite, folder: string): RecoveryLog {
  return createRecoveryLog(site, folder, loggedKinds)
}
