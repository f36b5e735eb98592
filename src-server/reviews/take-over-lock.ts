import { undecidedStatuses } from '#shared/queue.ts'
import { checkOwnOrder, markedDetail } from '../accounts/own-orders.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { notFound } from '../platform/errors.ts'
import { findSubmission } from '../submissions/submission-queries.ts'
import { emitPresenceChange, putLock } from './review-lock.ts'

/** Gives the caller the lock on a submission that needs a decision. */
export async function takeOver(ctx: CallContext, staff: Actor, submissionId: string): Promise<void> {
  const { app } = ctx
  await inTransaction(ctx, async (tx) => {
    const order = await findSubmission(tx, submissionId)
    if (!order) throw notFound()
    const mark = await checkOwnOrder(app, tx, staff, { permission: 'review', customerId: order.user_id })
    if (!undecidedStatuses.includes(order.queue_status)) return
    await putLock(app, tx, submissionId, staff.id)
    await audit(app, tx, staff, 'submission.taken-over', submissionId, markedDetail(mark))
    await emitPresenceChange(app, tx, submissionId)
  })
}
