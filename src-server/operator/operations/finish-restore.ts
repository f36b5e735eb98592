import { lockRights } from '../../accounts/rights-queries.ts'
import { audit, operator } from '../../audit/audit-queries.ts'
import { type LoggedEntry, listKnownEntries } from '../../audit/logged-entries.ts'
import { verifyLog } from '../../audit/verify-log.ts'
import { putOffRequests } from '../../cases/case-queries.ts'
import type { AppContext, ServerContext } from '../../context.ts'
import type { LoggedDisposition } from '../../inventory/disposition-log.ts'
import { listBoughtOrders, listKnownDispositions } from '../../inventory/disposition-queries.ts'
import { closeDebts } from '../../payouts/close-debts.ts'
import { compareMonths } from '../../payouts/months/close-month.ts'
import { eraseDestination } from '../../payouts/payout-end-queries.ts'
import { holdRestoredPayouts } from '../../payouts/payout-holds.ts'
import type { LoggedAttempt } from '../../payouts/payout-log.ts'
import { RecoveryLogMismatch, type ReplayedPayouts, replayPayouts } from '../../payouts/replay-payouts.ts'
import { HOUR_MS, timestamp } from '../../platform/clock.ts'
import { inServerTransaction, type Tx } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { loginTables } from '../../platform/db/table-rules.ts'
import { idsOf } from '../../platform/ids.ts'
import { eraseAtEnd, eraseCard, purgeSubmission, removeTraces } from '../../submissions/purge-submission.ts'
import { findSubmission } from '../../submissions/submission-queries.ts'
import { BackupError } from './backup-archive.ts'
import { deleteEverything } from './clear-all-data-queries.ts'
import { removePerson } from './delete-account.ts'
import type { LoggedPurge } from './recovery-log.ts'
import { runRetention } from './retention.ts'

/** `head` is the expected head of the audit log, '' when it is not known. The others are of the recovery log. */
type RestoredFrom = {
  source: string
  head: string
  payouts?: AsyncIterable<LoggedAttempt> | undefined
  dispositions?: AsyncIterable<LoggedDisposition> | undefined
  entries?: AsyncIterable<LoggedEntry> | undefined
}
export type Restored = {
  replayed: number
  paid: ReplayedPayouts | undefined
  bought: string[]
  lostDispositions: LoggedDisposition[]
  /** What staff did with money, and no other list has. */
  lostActs: LoggedEntry[]
  /** What closed months have otherwise than when they were closed. */
  closedMonths: string[]
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
  { source, head, payouts, dispositions, entries }: RestoredFrom,
  purges: AsyncIterable<LoggedPurge> | undefined,
  cleared: ClearedChoice | undefined,
): Promise<Restored> {
  const { problem } = await verifyLog(app.db, app.keyring, head === '' ? undefined : head)
  if (problem) throw new BackupError('damaged', `The audit log in the backup is damaged. ${problem}`)
  await inServerTransaction(app.db, (tx) => endAllLogins(tx, timestamp(app.clock)))
  // Before the purges, which may delete the orders.
  const before = await listBoughtOrders(app.db)
  const paid = payouts && (await replayPayouts(app, payouts).catch(asBackupError))
  const bought = [...(await listBoughtOrders(app.db))].filter((id) => !before.has(id))
  const unknown = await listLost(dispositions, (ids) => listKnownDispositions(app.db, ids))
  // What a payout does to its card is repeated with the payout.
  const lostDispositions = unknown.filter(({ kind }) => kind !== 'withdrawn' && kind !== 'restocked')
  const lostEntries = await listLost(entries, (ids) => listKnownEntries(app.db, ids))
  const lostActs = lostEntries.filter(({ action }) => isOfMoney(action))
  const replayed = await replayPurges(app, purges, cleared)
  const closedMonths = await compareMonths(app, lostEntries)
  const retained = await runRetention(app)
  const held = await holdRestoredPayouts(app, source)
  const [soon, later] = [timestamp(app.clock, HOUR_MS), timestamp(app.clock, 24 * HOUR_MS)]
  await inServerTransaction(app.db, (tx) => putOffRequests(tx, soon, later))
  await inServerTransaction(app.db, (tx) =>
    audit(app, tx, operator, 'data.restored', '', `${source}, purged again: ${replayed}`),
  )
  return { replayed, paid, bought, lostDispositions, lostActs, closedMonths, held, ...retained }
}

/** Deletes all sessions and links. API tokens are revoked instead, so that they stay listed. */
async function endAllLogins(tx: Tx, at: string) {
  for (const table of loginTables) await tx.deleteFrom(table).execute()
  await tx.updateTable('api_tokens').set({ revoked_at: at }).where('revoked_at', 'is', null).execute()
}

function asBackupError(error: unknown): never {
  throw error instanceof RecoveryLogMismatch ? new BackupError('damaged', error.message) : error
}

/** Payouts that were paid are repeated, and what became of a card is listed by itself. */
function isOfMoney(action: string) {
  return /^(statement|month|problem|lot|buyer|policy)\.|^payout\.(fee-corrected|debt-closed|held|lifted)$/.test(action)
}

async function listLost<Entry extends { id: string }>(
  entries: AsyncIterable<Entry> | undefined,
  listKnown: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
) {
  const lost = new Map<string, Entry>()
  for await (const batch of batchesOf(entries)) {
    const known = await listKnown(idsOf(batch))
    for (const entry of batch) if (!known.has(entry.id)) lost.set(entry.id, entry)
  }
  return [...lost.values()]
}

/** Whether to repeat a Clear All Data made after the backup, or to undo it by the restore. */
export type ClearedChoice = 'again' | 'bring-back'

const BATCH = 500

async function* batchesOf<Entry>(entries: AsyncIterable<Entry> | undefined): AsyncGenerator<Entry[]> {
  let batch: Entry[] = []
  for await (const entry of entries ?? []) {
    if (batch.push(entry) < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Repeats the purges made after the backup; that of all data only when `cleared` is 'again'. Returns their number. */
async function replayPurges(
  app: ServerContext,
  purges: AsyncIterable<LoggedPurge> | undefined,
  cleared: ClearedChoice | undefined,
) {
  let replayed = 0
  for await (const batch of batchesOf(purges)) {
    // A log may have a purge twice.
    const known = new Set(idsOf(await table('purges').list(app.db, { id: idsOf(batch) })))
    const news = new Map(batch.filter(({ id }) => !known.has(id)).map((purge) => [purge.id, purge]))
    await inServerTransaction(app.db, async (tx) => {
      removeTraces(app, tx)
      for (const purge of news.values()) {
        await replay(app, tx, purge, cleared)
        await table('purges').insert(tx, purge)
      }
    })
    replayed += news.size
  }
  return replayed
}

async function replay(
  app: AppContext,
  tx: Tx,
  { what, subject_id: id, at }: LoggedPurge,
  cleared: ClearedChoice | undefined,
) {
  if (what === 'all') {
    if (cleared === undefined)
      throw new BackupError(
        'usage',
        `All data was cleared at ${at}, after this backup was made. Use --cleared bring-back to restore it, or --cleared again to clear it again.`,
      )
    if (cleared !== 'again') return
    await closeDebts(app, tx, null)
    return removeTraces(app, tx, (await deleteEverything(tx)).fileKeys)
  }
  if (what === 'account') {
    if (!(await table('users').find(tx, { id }))) return
    return removeTraces(app, tx, (await removePerson(app, await lockRights(tx, [id]), id, at)).fileKeys)
  }
  if (what === 'payout') return void (await eraseDestination(tx, id))
  const submission = await findSubmission(tx, id)
  // Created after the backup, so it was not restored.
  if (!submission) return
  // The number of a card that was disposed of is erased before its photos.
  const again = { code: eraseAtEnd, number: eraseCard, photos: purgeSubmission }[what]
  await again(app, tx, submission, at)
}
