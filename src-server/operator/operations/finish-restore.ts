import { audit, operator } from '../../audit/audit-queries.ts'
import { verifyLog } from '../../audit/verify-log.ts'
import type { ServerContext } from '../../context.ts'
import { holdRestoredPayouts } from '../../payouts/hold-restored.ts'
import type { LoggedAttempt } from '../../payouts/payout-log.ts'
import { PayoutLogMismatch, type ReplayedPayouts, replayPayouts } from '../../payouts/replay-payouts.ts'
import { timestamp } from '../../platform/clock.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import type { PurgeTable } from '../../platform/db/schema.ts'
import { BackupError } from './backup-error.ts'
import { type ClearedChoice, replayPurges } from './replay-purges.ts'
import { endAllLogins } from './restore-queries.ts'
import { runRetention } from './retention.ts'

/**
 * What was restored, for the audit log, and the expected head of that log; '' when it is not known. `payouts` is what
 * was paid since.
 */
type RestoredFrom = { source: string; head: string; payouts?: AsyncIterable<LoggedAttempt> | undefined }
export type Restored = {
  replayed: number
  paid: ReplayedPayouts | undefined
  held: number
  codes: number
  numbers: number
  photos: number
}

/**
 * Prepares restored data for serving: verifies the audit log, up to its expected head if known, revokes all sessions,
 * links and API tokens, repeats what was paid since, replays purges, applies retention, holds payouts that have not
 * left, and adds an audit log entry.
 * @throws BackupError when the audit log or the payout log is damaged
 */
export async function finishRestore(
  app: ServerContext,
  { source, head, payouts }: RestoredFrom,
  purges: AsyncIterable<PurgeTable>,
  cleared: ClearedChoice | undefined,
): Promise<Restored> {
  const { problem } = await verifyLog(app.db, app.keyring, head === '' ? undefined : head)
  if (problem) throw new BackupError('damaged', `The audit log in the backup is damaged. ${problem}`)
  await inServerTransaction(app.db, (tx) => endAllLogins(tx, timestamp(app.clock)))
  // Before the purges, which may delete the orders.
  const paid = payouts && (await repeatPayouts(app, payouts))
  const replayed = await replayPurges(app, purges, cleared)
  const retained = await runRetention(app)
  const held = await holdRestoredPayouts(app, source)
  await inServerTransaction(app.db, (tx) =>
    audit(app, tx, operator, 'data.restored', '', `${source}, purged again: ${replayed}`),
  )
  return { replayed, paid, held, ...retained }
}

async function repeatPayouts(app: ServerContext, payouts: AsyncIterable<LoggedAttempt>): Promise<ReplayedPayouts> {
  try {
    return await replayPayouts(app, payouts)
  } catch (error) {
    throw error instanceof PayoutLogMismatch ? new BackupError('damaged', error.message) : error
  }
}
