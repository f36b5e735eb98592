import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'

/** Younger entries are lost when DATA_DIR is lost and a backup is restored. */
const EVERY_MS = 5_000

type Export = {
  /** As in 'could not write the purge log to BACKUP_DIR'. */
  name: string
  findNewest(): Promise<string | undefined>
  write(): Promise<void>
}

/** Exports new entries of a log to BACKUP_DIR every few seconds, until the returned function is called. */
export function startLogExport(
  { clock, log }: { clock: Clock; log: Pick<Logger, 'error'> },
  { name, findNewest, write }: Export,
) {
  let isRunning = true
  let hasFailed = false
  let exported: string | undefined
  let cancel = () => {}
  const work = async () => {
    try {
      const newest = await findNewest()
      if (newest !== exported) await write()
      exported = newest
      hasFailed = false
    } catch (error) {
      if (!hasFailed && isRunning) log.error({ err: error }, `could not write the ${name} to BACKUP_DIR`)
      hasFailed = true
    }
    if (isRunning) cancel = clock.after(EVERY_MS, () => void work())
  }
  void work()
  return () => {
    isRunning = false
    cancel()
  }
}
