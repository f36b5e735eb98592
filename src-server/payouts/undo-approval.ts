import { reviewMessages } from '#shared/review.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { StatusChangeTable } from '../platform/db/submission-tables.ts'
import { AppError } from '../platform/errors.ts'
import { cancelPayout } from './cancel-payout.ts'
import { findPayout, listLinesOf } from './payout-queries.ts'

/** Cancels the payout that this change of status created. The transaction has locked the order. */
export async function undoApproval(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  change: Pick<StatusChangeTable, 'submission_id' | 'version'>,
): Promise<void> {
  const lines = await listLinesOf(tx, change.submission_id)
  const line = lines.find(({ is_live, order_version }) => is_live === 1 && order_version === change.version)
  const payout = line && (await findPayout(tx, line.payout_id))
  if (!payout) return
  if (payout.state !== 'held') throw new AppError('conflict', reviewMessages.undoTooLate)
  await cancelPayout(app, tx, staff, payout, 'undone')
}
