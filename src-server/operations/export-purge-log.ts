import type { AppContext } from '../context.ts'
import { exportPurgeLog } from './purge-log.ts'
import { findNewestPurge } from './purge-log-queries.ts'

/** A purge that is younger may come back when DATA_DIR is lost and a backup is restored. */
const EVERY_MS = 5_000

/** Writes what was purged into BACKUP_DIR within seconds, until the returned function is called. */
export function startPurgeLogExport(ctx: AppContext): () => void {
  let isRunning = true
  let hasFailed = false
  let mirrored: string | undefined
  let cancel = () => {}
  const work = async () => {
    try {
      const newest = await findNewestPurge(ctx.db)
      if (newest && newest.id !== mirrored) await exportPurgeLog(ctx, ctx.config.backupDir)
      mirrored = newest?.id
      hasFailed = false
    } catch (error) {
      if (!hasFailed && isRunning) ctx.log.error({ err: error }, 'the purge log in BACKUP_DIR cannot be written')
      hasFailed = true
    }
    if (isRunning) cancel = ctx.clock.after(EVERY_MS, () => void work())
  }
  void work()
  return () => {
    isRunning = false
    cancel()
  }
}
