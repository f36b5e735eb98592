import type { AppContext } from '../../context.ts'
import { exportPurgeLog } from './purge-log.ts'
import { findNewestPurge } from './purge-log-queries.ts'

/** Younger purges are not replayed when DATA_DIR is lost and a backup is restored. */
const EVERY_MS = 5_000

/** Exports new purges to BACKUP_DIR every few seconds, until the returned function is called. */
export function startPurgeLogExport(app: AppContext): () => void {
  let isRunning = true
  let hasFailed = false
  let exported: string | undefined
  let cancel = () => {}
  const work = async () => {
    try {
      const newest = await findNewestPurge(app.db)
      if (newest !== exported) await exportPurgeLog(app, app.config.backupDir)
      exported = newest
      hasFailed = false
    } catch (error) {
      if (!hasFailed && isRunning) app.log.error({ err: error }, 'could not write the purge log to BACKUP_DIR')
      hasFailed = true
    }
    if (isRunning) cancel = app.clock.after(EVERY_MS, () => void work())
  }
  void work()
  return () => {
    isRunning = false
    cancel()
  }
}
