import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import { eraseCard } from './purge-submission.ts'
import { findSubmission } from './submission-queries.ts'

/** Only of a card that is kept for its disposal. */
export async function eraseKeptCard(app: AppContext, tx: Tx, submissionId: string): Promise<void> {
  const order = await findSubmission(tx, submissionId)
  if (!order || order.kept_until === null) return
  await eraseCard(app, tx, order, timestamp(app.clock))
  await app.events.emit(tx, { name: 'submission.code-erased', submissionId })
}
