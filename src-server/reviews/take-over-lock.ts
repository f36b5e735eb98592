import { checkOwnOrder, markedDetail } from '../accounts/own-orders.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { notFound } from '../platform/errors.ts'
import { findSubmission } from '../submissions/submission-queries.ts'
import { emitPresenceChange, lockOf } from './review-lock.ts'
import { putLock } from './review-lock-queries.ts'

/**
 * Gives the caller the lock on a submission and notifies its viewers. @throws AppError 'not_found'; 'forbidden' for an
 * own order
 */
export async function takeOver(ctx: AppContext, staff: Actor, submissionId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const order = await findSubmission(tx, submissionId)
    if (!order) throw notFound()
    const mark = await checkOwnOrder(ctx, tx, staff, { permission: 'review', customerId: order.user_id })
    await putLock(tx, lockOf(ctx, submissionId, staff.id))
    await audit(ctx, tx, staff, 'submission.taken-over', submissionId, markedDetail(mark))
    await emitPresenceChange(ctx, tx, submissionId)
  })
}
