import { payoutMessages, UNCLAIMED } from '#shared/payout.ts'
import type { PayoutNoteInput } from '#shared/payout-schema.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError, conflict } from '../../platform/errors.ts'
import { writeNote } from '../../submissions/write-note.ts'
import { inPayoutChange } from '../lock-payout.ts'
import { changePayout, emitPayoutChanged } from '../payout-state.ts'
import { getNewestAttempt } from '../send-payout.ts'
import { makeAttemptDue } from './attempt-queries.ts'

/**
 * Has PayPal cancel a payout that its receiver has not claimed. Its state changes only by what PayPal says at the next
 * look, also when this process ends in between.
 */
export async function cancelUnclaimed(
  ctx: CallContext,
  staff: Actor,
  { note, ...input }: PayoutNoteInput,
): Promise<void> {
  const { app } = ctx
  const { paypal } = app.payouts
  if (!paypal) throw conflict(payoutMessages.noPayPal)
  const { payout, order, itemId } = await inPayoutChange(ctx, staff, input, async (tx, { payout, order, audit }) => {
    const attempt = payout.state === 'sent' ? await getNewestAttempt(tx, payout.id) : undefined
    if (attempt?.state !== 'accepted' || attempt.error_code !== UNCLAIMED || attempt.provider_item === null)
      throw conflict(payoutMessages.notUnclaimed)
    await changePayout(app, tx, payout, {})
    await writeNote(app, tx, staff, { submissionId: order.id, text: note })
    await audit('payout.cancel-asked')
    return { payout, order, itemId: attempt.provider_item }
  })
  const answer = await paypal.cancelUnclaimed(itemId)
  await inTransaction(ctx, async (tx) => {
    await makeAttemptDue(tx, { batchId: undefined, payoutId: payout.id, now: timestamp(app.clock) })
    await emitPayoutChanged(app, tx, payout, order.id)
  })
  if (answer === 'unknown') throw new AppError('unavailable', payoutMessages.noAnswer)
  if (answer === 'refused') throw conflict(payoutMessages.notUnclaimed)
}
