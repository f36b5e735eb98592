import type { ServerContext } from '../../context.ts'
import { DAY_MS, timestamp } from '../../platform/clock.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import { eraseDescriptionsBefore } from './line-queries.ts'

const BATCH = 500

/** Erases what statement lines say, so many days after their import as the rule says: it can name people. */
export async function eraseOldDescriptions(app: ServerContext): Promise<void> {
  const { statementTextDays } = app.policies.get('payouts')
  const at = timestamp(app.clock, -statementTextDays * DAY_MS)
  const erase = () => inServerTransaction(app.db, (tx) => eraseDescriptionsBefore(tx, at, BATCH))
  while ((await erase()) === BATCH);
}
