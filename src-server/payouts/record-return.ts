import { payoutMessages } from '#shared/payout.ts'
import type { PayoutNoteInput, RecordReturnInput } from '#shared/payout-schema.ts'
import { unpaidReason } from '#shared/return-reasons.ts'
import { markedDetail } from '../accounts/own-orders.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { removeTraces } from '../submissions/purge-submission.ts'
import { hasOpenDebt } from './create-payout.ts'
import { holdForReview } from './hold-customer.ts'
import { postTransfers } from './ledger/post-transfers.ts'
import { lockPayoutFor } from './lock-payout.ts'
import { changePayout, changeState } from './payout-state.ts'
import { debtTransfer } from './payout-transfers.ts'
import { endAttempt, getNewestAttempt } from './send-payout.ts'

/**
 * Records that a payout came back: it is owed again, the order has failed, and the customer gets the reason.
 * @throws AppError 'not_found'; 'conflict' for an old version, when it was not paid, or while its provider is asked
 */
export async function recordReturn(ctx: CallContext, staff: Actor, input: RecordReturnInput): Promise<void> {
  const { app } = ctx
  const purged = await inTransaction(ctx, async (tx) => {
    const { payout, order, mark } = await lockPayoutFor(app, tx, staff, input)
    const at = timestamp(app.clock)
    const end = { ended_at: at, failure_code: input.code, failure_message: input.note || null, returned_by: staff.id }
    const returned = await changeState(app, tx, payout, 'returned', end)
    const attempt = await getNewestAttempt(tx, payout.id)
    if (attempt.next_poll_at !== null) throw new AppError('conflict', payoutMessages.providerReports)
    const kind = payout.state === 'paid' ? 'return' : 'reversal'
    await endAttempt(app, tx, payout, attempt, { kind, changes: { state: 'returned' }, by: staff.id })
    await audit(app, tx, staff, 'payout.returned', payout.id, markedDetail(mark, input.code))
    if (input.code === 'blocked')
      await holdForReview(app, tx, staff, returned, `The provider blocked ${payout.id}. ${input.note ?? ''}`.trim())
    const change = { status: 'failed', reason: unpaidReason('returned', input.code), changedBy: staff.id } as const
    return (await changeStatus(app, tx, order, { ...change, undoUntil: null, isPayoutBack: true })).purged
  })
  if (purged) await removeTraces(app, purged.fileKeys)
}

/**
 * Ends what is owed for a payout that failed or came back, for example because the card was found to be invalid.
 * @throws AppError 'not_found'; 'conflict' for an old version, or when nothing is owed for it
 */
export async function closeDebt(ctx: CallContext, staff: Actor, { note, ...input }: PayoutNoteInput): Promise<void> {
  const { app } = ctx
  await inTransaction(ctx, async (tx) => {
    const { payout, order, mark } = await lockPayoutFor(app, tx, staff, input)
    if (!hasOpenDebt(payout)) throw new AppError('conflict', payoutMessages.noDebt)
    await changePayout(app, tx, payout, { debt_ended_at: timestamp(app.clock), failure_message: note })
    await postTransfers(app, tx, [debtTransfer('approval-reversal', payout, { submissionId: order.id, by: staff.id })])
    await audit(app, tx, staff, 'payout.debt-closed', payout.id, markedDetail(mark))
  })
}
