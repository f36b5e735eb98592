import { statusReasons } from '#shared/status-reasons.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'
import { changeStatus } from '../submissions/change-status.ts'
import type { Purged } from '../submissions/purge-submission.ts'

/** Completes an order whose money was sent, unless it is completed; the customer gets the reference by e-mail. */
export async function completeOrder(
  ctx: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { by, reference }: { by: string; reference: string | null },
): Promise<Purged | undefined> {
  if (order.status === 'completed') return undefined
  const reason = statusReasons.completed[0] ?? null
  const change = { status: 'completed', reason, changedBy: by, undoUntil: null } as const
  return (await changeStatus(ctx, tx, order, { ...change, ...(reference !== null && { reference }) })).purged
}
