import type { ServerContext } from '../context.ts'
import { DAY_MS, timestamp } from '../platform/clock.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { notePurge } from '../platform/encryption/purge-queries.ts'
import { eraseDestination, eraseLeftFingerprints, listEndedPayouts } from './payout-end-queries.ts'
import { eraseDescriptionsBefore } from './statements/line-queries.ts'

const KEPT_MS = 90 * DAY_MS
const BATCH = 200
const TEXTS_AT_ONCE = 500

/** Erases where payouts went that ended 90 days ago and owe nothing. Returns their number. */
export async function eraseOldDestinations(app: ServerContext) {
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

/** Erases what statement lines say, so many days after their import as the rule says: it can name people. */
export async function eraseOldDescriptions(app: ServerContext) {
  const { statementTextDays } = app.policies.get('payouts')
  const at = timestamp(app.clock, -statementTextDays * DAY_MS)
  const erase = () => inServerTransaction(app.db, (tx) => eraseDescriptionsBefore(tx, at, TEXTS_AT_ONCE))
  while ((await erase()) === TEXTS_AT_ONCE);
}
