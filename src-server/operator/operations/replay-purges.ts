import { lockRights } from '../../accounts/rights-queries.ts'
import type { AppContext, ServerContext } from '../../context.ts'
import { closeDebts } from '../../payouts/close-debts.ts'
import { eraseDestination } from '../../payouts/payout-end-queries.ts'
import { inServerTransaction, type Tx } from '../../platform/db/database.ts'
import type { PurgeTable } from '../../platform/db/operations-tables.ts'
import { table } from '../../platform/db/table.ts'
import { eraseAtEnd, eraseCard, purgeSubmission, removeTraces } from '../../submissions/purge-submission.ts'
import { findSubmission } from '../../submissions/submission-queries.ts'
import { BackupError } from './backup-error.ts'
import { deleteEverything } from './clear-all-data-queries.ts'
import { removePerson } from './delete-account.ts'
import { listUnknownPurges } from './purge-log-queries.ts'

/** Whether to repeat a Clear All Data made after the backup, or to undo it by the restore. */
export type ClearedChoice = 'again' | 'bring-back'

const BATCH = 500

/** Repeats the purges made after the backup; that of all data only when `cleared` is 'again'. Returns their number. */
export async function replayPurges(
  app: ServerContext,
  purges: AsyncIterable<PurgeTable>,
  cleared: ClearedChoice | undefined,
): Promise<number> {
  let replayed = 0
  let batch: PurgeTable[] = []
  const replayBatch = async () => {
    // A log may have a purge twice.
    const news = await listUnknownPurges(app.db, [...new Map(batch.map((purge) => [purge.id, purge])).values()])
    await inServerTransaction(app.db, async (tx) => {
      removeTraces(app, tx)
      for (const purge of news) {
        await replay(app, tx, purge, cleared)
        await table('purges').insert(tx, purge)
      }
    })
    replayed += news.length
    batch = []
  }
  for await (const purge of purges) if (batch.push(purge) === BATCH) await replayBatch()
  if (batch.length > 0) await replayBatch()
  return replayed
}

async function replay(
  app: AppContext,
  tx: Tx,
  { what, subject_id: id, at }: PurgeTable,
  cleared: ClearedChoice | undefined,
): Promise<void> {
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
