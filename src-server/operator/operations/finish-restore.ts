import { audit, operator } from '../../audit/audit-queries.ts'
import { verifyLog } from '../../audit/verify-log.ts'
import type { ServerContext } from '../../context.ts'
import { type LoggedDisposition, listLostDispositions } from '../../inventory/disposition-log.ts'
import { listBoughtOrders } from '../../inventory/disposition-log-queries.ts'
import { holdRestoredPayouts } from '../../payouts/hold-restored.ts'
import type { LoggedAttempt } from '../../payouts/payout-log.ts'
import { PayoutLogMismatch, type ReplayedPayouts, replayPayouts } from '../../payouts/replay-payouts.ts'
import { timestamp } from '../../platform/clock.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import type { PurgeTable } from '../../platform/db/operations-tables.ts'
import { DamagedLine } from '../../platform/signed-logs/signed-log.ts'
import { putOffRequests } from '../../submissions/request-queries.ts'
import { BackupError } from './backup-error.ts'
import { type ClearedChoice, replayPurges } from './replay-purges.ts'
import { endAllLogins } from './restore-queries.ts'
import { runRetention } from './retention.ts'

const HOUR_MS = 60 * 60_000

/** `head` is the expected head of the audit log, '' when it is not known. `dispositions` is a file. */
type RestoredFrom = {
  source: string
  head: string
  payouts?: AsyncIterable<LoggedAttempt> | undefined
  dispositions?: string | undefined
}
export type Restored = {
  replayed: number
  paid: ReplayedPayouts | undefined
  bought: string[]
  lostDispositions: LoggedDisposition[]
  held: number
  codes: number
  numbers: number
  photos: number
}

/**
 * Prepares restored data for serving: ends all sign-ins, repeats what was paid and purged since, applies retention,
 * holds payouts that have not left, and gives sellers a day for requests that end within an hour.
 */
export async function finishRestore(
  app: ServerContext,
  { source, head, payouts, dispositions }: RestoredFrom,
  purges: AsyncIterable<PurgeTable>,
  cleared: ClearedChoice | undefined,
): Promise<Restored> {
  const { problem } = await verifyLog(app.db, app.keyring, head === '' ? undefined : head)
  if (problem) throw new BackupError('damaged', `The audit log in the backup is damaged. ${problem}`)
  await inServerTransaction(app.db, (tx) => endAllLogins(tx, timestamp(app.clock)))
  // Before the purges, which may delete the orders.
  const before = await listBoughtOrders(app.db)
  const paid = payouts && (await replayPayouts(app, payouts).catch(asBackupError))
  const bought = [...(await listBoughtOrders(app.db))].filter((id) => !before.has(id))
  const lostDispositions =
    dispositions === undefined ? [] : await listLostDispositions(app.db, app.keyring, dispositions).catch(asBackupError)
  const replayed = await replayPurges(app, purges, cleared)
  const retained = await runRetention(app)
  const held = await holdRestoredPayouts(app, source)
  const [soon, later] = [timestamp(app.clock, HOUR_MS), timestamp(app.clock, 24 * HOUR_MS)]
  await inServerTransaction(app.db, (tx) => putOffRequests(tx, soon, later))
  await inServerTransaction(app.db, (tx) =>
    audit(app, tx, operator, 'data.restored', '', `${source}, purged again: ${replayed}`),
  )
  return { replayed, paid, bought, lostDispositions, held, ...retained }
}

function asBackupError(error: unknown): never {
  const isDamaged = error instanceof DamagedLine || error instanceof PayoutLogMismatch
  throw isDamaged ? new BackupError('damaged', error.message) : error
}
