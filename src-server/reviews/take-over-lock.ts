import { undecidedStatuses } from '#shared/queue.ts'
import { auditOwnOrder } from '../accounts/own-orders.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { inTransaction } from '../platform/db/database.ts'
import { notFound } from '../platform/errors.ts'
import { findSubmission } from '../submissions/submission-queries.ts'
import { emitPresenceChange, putLock } from './review-lock.ts'

export async function takeOver(ctx: CallContext, staff: Actor, submissionId: string): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const order = await findSubmission(tx, submissionId)
    if (!order) throw notFound()
    const handled = { permission: 'review', customerId: order.user_id } as const
    const audit = await auditOwnOrder(app, tx, staff, handled, submissionId)
    if (!undecidedStatuses.includes(order.queue_status)) return
    await putLock(app, tx, submissionId, staff.id)
    await audit('submission.taken-over')
    await emitPresenceChange(app, tx, submissionId)
  })
}
