import { payoutMessages } from '#shared/payout.ts'
import type { SettleUnknownInput } from '#shared/payout-schema.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { bookFee, feeCentsOf } from '../book-fee.ts'
import { completeOrder } from '../complete-order.ts'
import { inPayoutChange } from '../lock-payout.ts'
import { updateAttempt } from '../payout-queries.ts'
import { changePayout } from '../payout-state.ts'
import { getNewestAttempt, giveBackUnpaid, settle } from '../send-payout.ts'

/**
 * Records what a person found at PayPal about a payout of which the server knows nothing. 'not-sent' takes two
 * colleagues, of whom the first call makes a proposal.
 */
export async function settleUnknown(ctx: CallContext, staff: Actor, input: SettleUnknownInput): Promise<void> {
  const { outcome, reference } = input
  if (outcome === 'paid' && reference === '') throw invalid('reference', payoutMessages.referenceMissing)
  const feeCents = feeCentsOf(input.fee)
  await inPayoutChange(ctx, staff, input, async (tx, { payout, order, audit }, app) => {
    if (payout.state !== 'sending' && payout.state !== 'sent') throw conflict(payoutMessages.notUnknown)
    const found = await getNewestAttempt(tx, payout.id)
    if (found.state !== 'unknown' || found.next_poll_at !== null) throw conflict(payoutMessages.notUnknown)
    if (outcome === 'not-sent' && payout.state === 'sent') throw conflict(payoutMessages.wasAccepted)
    const isConfirmed = payout.unpaid_reported_by !== null && payout.unpaid_reported_by !== staff.id
    const detail = outcome === 'paid' ? 'paid' : `not sent, ${isConfirmed ? 'confirmed' : 'proposed'}`
    await audit('payout.settled-by-hand', detail)
    if (outcome === 'paid') {
      const paid = await settle(app, tx, staff, payout, reference)
      const attempt = { ...found, state: 'settled' } as const
      await bookFee(app, tx, { payout: paid, attempt }, feeCents, staff.id)
      // PayPal may name its fee, or return the money, later.
      if (found.provider_batch !== null) await updateAttempt(tx, found.key, { next_poll_at: timestamp(app.clock) })
      await completeOrder(app, tx, order, { by: staff.id, reference })
    } else if (isConfirmed) await giveBackUnpaid(app, tx, payout, { by: staff.id })
    else await changePayout(app, tx, payout, { unpaid_reported_by: staff.id })
  })
}
