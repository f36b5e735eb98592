import type { AppContext } from '../context.ts'
import { startDueWork } from '../platform/events/due-work.ts'

/** Appends each change of an attempt to the payout log in BACKUP_DIR. `runAttempt` writes it before each request. */
export const startPayoutLogExport = (app: AppContext) =>
  startDueWork(app, {
    run: async () => {
      await app.payouts.log.write()
      return undefined
    },
    wakesOn: ['payout.changed', 'resync'],
    failure: 'could not write the payout log to BACKUP_DIR',
  }).stop
