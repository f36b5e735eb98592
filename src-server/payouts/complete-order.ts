import { statusReasons } from '#shared/status-reasons.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { findStandingProblem } from '../submissions/appeal-queries.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { listLinesOf } from './payout-queries.ts'

/**
 * Completes an order whose money was paid. Does nothing when it is completed, or when staff have decided otherwise or
 * found its card to be bad since the money left.
 */
export async function completeOrder(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  { by, reference }: { by: string; reference: string | null },
): Promise<void> {
  if (order.status === 'completed') return
  if ((await listLinesOf(tx, order.id)).some(({ is_contradicted }) => is_contradicted === 1)) return
  if (await findStandingProblem(tx, order.id)) return
  const reason = statusReasons.completed[0] ?? null
  await changeStatus(app, tx, order, { status: 'completed', reason, changedBy: by, reference: reference ?? undefined })
}
