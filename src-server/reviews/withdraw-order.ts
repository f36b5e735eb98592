import { appealMessages } from '#shared/appeal.ts'
import { isWithdrawn, withdrawalMessages, withdrawnReason } from '#shared/withdrawal.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { endDebtOfOrder } from '../payouts/create-payout.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { conflict } from '../platform/errors.ts'
import { findOpenAppeal } from '../submissions/case-queries.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { lockOwnOrder } from '../submissions/submission-rules.ts'
import { findActiveLock } from './review-queries.ts'

/** Rejects an undecided order for good, and erases all of its card, so that it can be sold again. */
export async function withdrawOrder(ctx: CallContext, customer: Actor, { id }: { id: string }) {
  await inTransaction(ctx, async (tx, app) => {
    const order = await lockOwnOrder(tx, customer.id, id)
    if (isWithdrawn({ status: order.status, statusReason: order.status_reason }))
      throw conflict(withdrawalMessages.isWithdrawn)
    const isOverdue = order.status === 'processing' && order.overdue_at !== null
    if (order.status !== 'pending' && !isOverdue) throw conflict(withdrawalMessages.tooLate)
    if (await findOpenAppeal(tx, id)) throw conflict(appealMessages.waitForAnswer)
    if (await findActiveLock(tx, id, timestamp(app.clock))) throw conflict(withdrawalMessages.beingChecked)
    const change = { status: 'rejected', reason: withdrawnReason, reasonCode: 'withdrawn', erasesAll: true } as const
    await changeStatus(app, tx, order, { ...change, changedBy: customer.id })
    await table('card_fingerprints').remove(tx, { submission_id: id })
    await endDebtOfOrder(app, tx, customer, id)
    await audit(app, tx, customer, 'submission.withdrawn', id)
  })
}
