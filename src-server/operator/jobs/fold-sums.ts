import type { ServerContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inServerTransaction } from '../../platform/db/database.ts'
import { isPostgres } from '../../platform/db/dialect/dialect.ts'
import { foldSums, needsFold } from '../../platform/db/folded-sums.ts'
import { runWithLease } from '../../platform/db/job-lease.ts'
import { startDueWork } from '../../platform/events/due-work.ts'

const EVERY_MS = 5_000

/** Folds appended counts and balances on PostgreSQL, on one node at a time, until the returned function is called. */
export function startFolding(app: ServerContext): () => Promise<void> {
  if (!isPostgres(app.db)) return async () => {}
  const { stop } = startDueWork(app, {
    run: async () => {
      if (await needsFold(app.db)) await runWithLease(app, 'fold sums', () => inServerTransaction(app.db, foldSums))
      return timestamp(app.clock, EVERY_MS)
    },
    wakesOn: [],
    failure: 'could not fold counts and balances',
  })
  return stop
}
