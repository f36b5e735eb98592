import type { ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { notePurge } from '../platform/encryption/purge-queries.ts'
import { eraseDestination, eraseLeftFingerprints, listEndedPayouts } from './payout-end-queries.ts'

const KEPT_MS = 90 * 24 * 60 * 60_000
const BATCH = 200

/** Erases where payouts went that ended 90 days ago and owe nothing. Returns their number. */
export async function eraseOldDestinations(app: ServerContext): Promise<number> {
  await inServerTransaction(app.db, (tx) => eraseLeftFingerprints(tx, timestamp(app.clock)))
  for (let erased = 0; ; ) {
    const count = await inServerTransaction(app.db, async (tx) => {
      const now = timestamp(app.clock)
      const payouts = await listEndedPayouts(tx, timestamp(app.clock, -KEPT_MS), BATCH)
      for (const { id } of payouts)
        if (await eraseDestination(tx, id)) await notePurge(tx, { what: 'payout', subjectId: id, at: now })
      return payouts.length
    })
    erased += count
    if (count < BATCH) return erased
  }
}
