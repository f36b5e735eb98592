import path from 'node:path'
import { clearMessages } from '#shared/registered-user.ts'
import type { ClearSummary } from '#shared/registered-user-schema.ts'
import { publishSessionsEnded } from '../accounts/sessions.ts'
import { insertAuditEntry } from '../audit/audit-queries.ts'
import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { emptyWriteAheadLogUntilDone } from '../db/write-ahead-log.ts'
import { notePurge } from '../encryption/purge-queries.ts'
import { AppError, notFound } from '../errors.ts'
import { type Backup, makeBackup } from './backup.ts'
import { deleteEverything, isAsBackedUp, summarize } from './clear-all-data-queries.ts'

/** What came in while a backup was made is not in it: then another is made, so often. */
const MOST_BACKUPS = 3

const running = new WeakSet<Db>()

/** What would go and what would stay. @throws AppError 'not_found' when the site has this turned off */
export async function summarizeClearing(ctx: AppContext): Promise<ClearSummary> {
  if (!ctx.config.clearAllData) throw notFound()
  return summarize(ctx.db)
}

/**
 * Deletes all customers with their orders, files, chats and mails, after a backup of them that was read back; they are
 * signed out at once. Staff with their sessions, and the audit log, stay. Either all of it happens or nothing.
 * @throws AppError 'not_found' when the site has this turned off; 'conflict' while it runs already; 'unavailable' when
 *   there is no backup of everything
 */
export async function clearAllData(
  ctx: AppContext,
  owner: { id: string; ip: string },
): Promise<{ message: string; backup: string }> {
  if (!ctx.config.clearAllData) throw notFound()
  if (running.has(ctx.db)) throw new AppError('conflict', clearMessages.isRunning)
  running.add(ctx.db)
  try {
    for (let made = 0; made < MOST_BACKUPS; made++) {
      // What was counted and not written yet would come back.
      await ctx.visitorStats.write()
      const backup = await backupOrRefuse(ctx)
      const gone = await deleteWhatIsBackedUp(ctx, owner, backup)
      if (!gone) continue
      publishSessionsEnded(ctx, gone.sessionIds)
      ctx.events.publish({ name: 'data.cleared' })
      await clearUp(ctx, gone.fileKeys)
      return { message: clearMessages.cleared, backup: path.basename(backup.file) }
    }
    throw new AppError('unavailable', clearMessages.tooBusy)
  } finally {
    running.delete(ctx.db)
  }
}

async function backupOrRefuse(ctx: AppContext): Promise<Backup> {
  try {
    return await makeBackup(ctx)
  } catch (error) {
    ctx.log.error({ err: error }, 'no backup could be made, so nothing is cleared')
    throw new AppError('unavailable', clearMessages.backupFailed)
  }
}

/** Undefined when something came in since: then nothing was deleted. */
async function deleteWhatIsBackedUp(
  ctx: AppContext,
  owner: { id: string; ip: string },
  backup: Backup,
): Promise<{ fileKeys: string[]; sessionIds: string[] } | undefined> {
  return inTransaction(ctx, async (tx) => {
    if (!(await isAsBackedUp(tx, backup.rows))) return undefined
    const { customers, submissions, files } = await summarize(tx)
    const gone = await deleteEverything(tx)
    await notePurge(tx, { what: 'all', subjectId: 'all', at: timestamp(ctx.clock) })
    await insertAuditEntry(
      { ...ctx, db: tx },
      {
        actorId: owner.id,
        action: 'data.cleared',
        objectId: path.basename(backup.file),
        detail: `${customers} customers, ${submissions} submissions, ${files} files`,
        ip: owner.ip,
      },
    )
    return gone
  })
}

/** The data is gone by now, whatever happens here: files that are left behind have no row and are swept. */
async function clearUp(ctx: AppContext, fileKeys: readonly string[]): Promise<void> {
  try {
    await emptyWriteAheadLogUntilDone(ctx)
    await ctx.outbox?.forgetSent()
    for (const key of fileKeys) await ctx.storage.remove(key)
  } catch (error) {
    ctx.log.error({ err: error }, 'files of cleared orders are left to be swept')
  }
}
