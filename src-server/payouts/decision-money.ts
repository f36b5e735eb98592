import { formatCents } from '#shared/money.ts'
import { holdReasons, payoutMessages } from '#shared/payout.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import { requireScope } from '../accounts/api-tokens/require-scope.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { AppError } from '../platform/errors.ts'
import { decryptPayout } from '../submissions/encrypted-columns.ts'
import { applyToPaid } from './apply-to-paid.ts'
import { cancelPayout } from './cancel-payout.ts'
import { createPaidPayout } from './create-payout.ts'
import { hasOpenReview } from './hold-queries.ts'
import { mayComplete } from './may-complete.ts'
import { whySecondPerson } from './new-holds.ts'
import { findPayout, listLinesOf, listOpenHolds } from './payout-queries.ts'
import { findOrderUnderReview } from './problem-queries.ts'
import { release } from './release-payout.ts'
import { settle, startSending } from './send-payout.ts'

type Decision = Pick<SetStatusInput, 'status' | 'payoutReference' | 'payout'>

export type MoneyConflict = { conflict: string }

/**
 * What a decision means for the payout of an order, which the transaction has locked: `completed` pays it by hand, a
 * status other than `processing` cancels it while it has not left. A paid order changes its status only with what
 * became of the money. Returns why the decision conflicts with the payout, if it does.
 */
export async function applyDecision(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  order: SubmissionTable,
  { status, payoutReference, payout: money }: Decision,
): Promise<MoneyConflict | undefined> {
  if (status === 'completed') return complete(app, tx, staff, order, payoutReference || null)
  const payout = await findLivePayout(tx, order.id)
  if (order.status === 'completed' && (payout?.state === 'sent' || payout?.state === 'paid'))
    return applyToPaid(app, tx, staff, { order, payout, money })
  if (status === 'processing') return undefined
  if (payout?.state === 'sending') return { conflict: payoutMessages.isSending }
  if (payout?.state === 'held' || payout?.state === 'ready')
    await cancelPayout(app, tx, staff, payout, `order ${status}`)
  return undefined
}

/** The payout of an order that has not failed, come back or been canceled. The transaction locks it. */
export async function findLivePayout(tx: Tx, submissionId: string): Promise<PayoutTable | undefined> {
  const line = (await listLinesOf(tx, submissionId)).find(({ is_live }) => is_live === 1)
  return line && findPayout(tx, line.payout_id)
}

async function complete(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  order: SubmissionTable,
  reference: string | null,
): Promise<MoneyConflict | undefined> {
  const payout = await findLivePayout(tx, order.id)
  if (payout?.state === 'paid') return undefined
  if (!(await mayComplete(app, tx, staff))) {
    requireScope(staff, 'payouts:write')
    throw new AppError('forbidden', payoutMessages.onlyPay)
  }
  if (payout?.state === 'sending' || payout?.state === 'sent') return { conflict: payoutMessages.completesItself }
  if (!payout) {
    if (await hasOpenReview(tx, order.user_id)) return { conflict: payoutMessages.customerHeld(holdReasons.review) }
    if (await findOrderUnderReview(tx, order.user_id))
      return { conflict: payoutMessages.customerHeld(holdReasons['under-review']) }
    const details = decryptPayout(app.keyring, order)
    const planned = { orderId: order.id, userId: order.user_id, amountCents: order.payout_cents, details }
    const why = await whySecondPerson(app, tx, planned)
    if (why) return { conflict: secondPersonNeeded(app, why) }
    const paid = await createPaidPayout(app, tx, order, { by: staff.id, reference })
    await audit(app, tx, staff, 'payout.sent', paid.id, 'by hand, with the decision')
    return undefined
  }
  const [hold] = await listOpenHolds(tx, payout.id, timestamp(app.clock))
  if (hold) return { conflict: `Payout ${payout.id} is held: ${holdReasons[hold.kind]}.` }
  const ready = payout.state === 'held' ? await release(app, tx, payout, staff.id) : payout
  const sending = await startSending(app, tx, ready, { provider: 'hand', by: staff.id })
  await settle(app, tx, staff, sending, reference)
  await audit(app, tx, staff, 'payout.sent', payout.id, 'by hand, with the decision')
  return undefined
}

function secondPersonNeeded({ policies }: Pick<AppContext, 'policies'>, why: 'return' | 'amount' | 'sum') {
  const from = formatCents(policies.get('payouts').secondPersonFromCents ?? 0)
  const reasons = {
    return: 'A person recorded that an earlier payout of this order came back, so another one needs a second person.',
    amount: `Payouts from ${from} need a second person.`,
    sum: `The payouts of 24 hours to this customer or payout account would reach ${from}, and need a second person from there.`,
  }
  return `${reasons[why]} Approve it, and someone else releases it.`
}
