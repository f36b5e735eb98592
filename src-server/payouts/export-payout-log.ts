import type { AppContext } from '../context.ts'

const RETRY_MS = 5_000

/** Appends each change of an attempt to the payout log in BACKUP_DIR, until the returned function is called. */
export function startPayoutLogExport(app: AppContext): () => void {
  let isRunning = true
  let hasFailed = false
  let isPending = false
  let cancel = () => {}
  const work = () => {
    if (isPending || !isRunning) return
    isPending = true
    // Changes of one moment are written together.
    cancel = app.clock.after(0, () => {
      isPending = false
      void write()
    })
  }
  const write = async () => {
    try {
      await app.payouts.log.write()
      hasFailed = false
    } catch (error) {
      if (!hasFailed && isRunning) app.log.error({ err: error }, 'could not write the payout log to BACKUP_DIR')
      hasFailed = true
      if (isRunning) cancel = app.clock.after(RETRY_MS, () => void write())
    }
  }
  const stopListening = app.events.listen(({ name }) => {
    if (name === 'payout.changed' || name === 'resync') work()
  })
  void write()
  return () => {
    isRunning = false
    stopListening()
    cancel()
  }
}
