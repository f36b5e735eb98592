import path from 'node:path'
import { clearMessages } from '#shared/registered-user.ts'
import { emitSessionsEnded } from '../../accounts/sessions.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { closeDebts } from '../../payouts/close-debts.ts'
import { hasOpenAttempt } from '../../payouts/payout-queries.ts'
import { timestamp } from '../../platform/clock.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { isPostgres } from '../../platform/db/dialect/dialect.ts'
import { lockTable } from '../../platform/db/named-locks.ts'
import { notePurge } from '../../platform/encryption/purge-queries.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'
import { restartFigures } from '../../reports/keep-figures.ts'
import { removeTraces } from '../../submissions/purge-submission.ts'
import { type Backup, makeBackup } from './backup.ts'
import { deleteEverything, isAsBackedUp, summarize } from './clear-all-data-queries.ts'

/** Data written during a backup is not in it: then another backup is made, up to this many. */
const MAX_BACKUPS = 3

const running = new WeakSet<Db>()

export async function summarizeClearing(app: AppContext) {
  if (!app.config.clearAllData) throw notFound()
  return summarize(app.db)
}

/**
 * Deletes all customers with their submissions, files, chats and mails in one transaction, after a verified backup.
 * PostgreSQL has its own backups: the deletion names the point in time to restore.
 */
export async function clearAllData(ctx: CallContext, owner: Actor): Promise<{ message: string; backup: string }> {
  const { app } = ctx
  if (!app.config.clearAllData) throw notFound()
  if (running.has(app.db)) throw conflict(clearMessages.isRunning)
  running.add(app.db)
  try {
    for (let made = 0; made < MAX_BACKUPS; made++) {
      // Flush pending counts, which would otherwise be written after the deletion.
      await app.visitorStats.write()
      const backup = isPostgres(app.db) ? pointInTime(app) : await backupOrRefuse(app)
      if (!(await deleteWhatIsBackedUp(ctx, owner, backup))) continue
      await app.outbox
        ?.forgetSent()
        .catch((error: unknown) => app.log.error({ err: error }, 'could not remove the mails of cleared customers'))
      return { message: clearMessages.cleared, backup: backup.name }
    }
    throw new AppError('unavailable', clearMessages.tooBusy)
  } finally {
    running.delete(app.db)
  }
}

/** The state before the deletion: a backup with its row counts, or the time to which PostgreSQL is restored. */
type FormerState = { name: string; rows?: Backup['rows'] }

function pointInTime({ clock }: AppContext): FormerState {
  return { name: `point in time ${timestamp(clock)}` }
}

async function backupOrRefuse(app: AppContext): Promise<FormerState> {
  try {
    const { file, rows } = await makeBackup(app)
    return { name: path.basename(file), rows }
  } catch (error) {
    app.log.error({ err: error }, 'backup failed: no data was cleared')
    throw new AppError('unavailable', clearMessages.backupFailed)
  }
}

/** Returns false, without deleting, when data was written since the backup. */
async function deleteWhatIsBackedUp(ctx: CallContext, owner: Actor, backup: FormerState) {
  const { app } = ctx
  return inTransaction(ctx, async (tx) => {
    await lockTable(tx, 'users')
    if (backup.rows && !(await isAsBackedUp(tx, backup.rows))) return false
    if (await hasOpenAttempt(tx)) throw conflict(clearMessages.isPaying)
    const { customers, submissions, files } = await summarize(tx)
    await closeDebts(app, tx, owner.id)
    await restartFigures(tx)
    const { fileKeys, sessionIds } = await deleteEverything(tx)
    await notePurge(tx, { what: 'all', subjectId: 'all', at: timestamp(app.clock) })
    const detail = `${customers} customers, ${submissions} submissions, ${files} files`
    await audit(app, tx, owner, 'data.cleared', backup.name, detail)
    await emitSessionsEnded(app, tx, sessionIds)
    await app.events.emit(tx, { name: 'data.cleared' })
    removeTraces(app, tx, fileKeys)
    return true
  })
}
