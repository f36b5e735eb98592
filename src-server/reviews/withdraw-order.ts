import { appealMessages } from '#shared/appeal.ts'
import { isWithdrawn, withdrawalMessages, withdrawnReason } from '#shared/withdrawal.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { endDebtOfOrder } from '../payouts/cancel-payout.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { conflict } from '../platform/errors.ts'
import { findOpenAppeal } from '../submissions/appeal-queries.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { orderOfCustomer } from '../submissions/submission-rules.ts'
import { findActiveLock } from './review-lock-queries.ts'

/** Rejects an undecided order for good, and erases all of its card, so that it can be sold again. */
export async function withdrawOrder(ctx: CallContext, customer: Actor, { id }: { id: string }): Promise<void> {
  const { app } = ctx
  await inTransaction(ctx, async (tx) => {
    const order = orderOfCustomer(await lockSubmission(tx, id), customer.id)
    if (isWithdrawn({ status: order.status, statusReason: order.status_reason }))
      throw conflict(withdrawalMessages.isWithdrawn)
    const isOverdue = order.status === 'processing' && order.overdue_at !== null
    if (order.status !== 'pending' && !isOverdue) throw conflict(withdrawalMessages.tooLate)
    if (await findOpenAppeal(tx, id)) throw conflict(appealMessages.waitForAnswer)
    if (await findActiveLock(tx, id, timestamp(app.clock))) throw conflict(withdrawalMessages.beingChecked)
    const change = {
      status: 'rejected',
      reason: withdrawnReason,
      reasonCode: 'withdrawn',
      changedBy: customer.id,
      undoUntil: null,
    } as const
    await changeStatus(app, tx, order, { ...change, erasesAll: true })
    await table('card_fingerprints').remove(tx, { submission_id: id })
    await endDebtOfOrder(app, tx, customer, id)
    await audit(app, tx, customer, 'submission.withdrawn', id)
  })
}
