import type { AppContext } from '../../context.ts'
import { startLogExport } from '../../platform/signed-logs/export-log.ts'
import { exportPurgeLog } from './purge-log.ts'
import { findNewestPurge } from './purge-log-queries.ts'

/** Exports new purges to BACKUP_DIR, until the returned function is called. */
export function startPurgeLogExport(app: AppContext): () => void {
  return startLogExport(app, {
    name: 'purge log',
    findNewest: () => findNewestPurge(app.db),
    write: () => exportPurgeLog(app, app.config.backupDir),
  })
}
