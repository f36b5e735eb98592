import { formatCents } from '#shared/money.ts'
import { holdReasons, type PaidMoney, payoutMessages } from '#shared/payout.ts'
import { problemMessages } from '#shared/problem.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import { hasScope, requireScope } from '../accounts/api-tokens/find-token-holder.ts'
import { auditOwnOrder, isAllowed } from '../accounts/staff-links.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { isAlone } from '../controls/perform-act.ts'
import { timestamp } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { AppError, conflict } from '../platform/errors.ts'
import { findStandingProblem } from '../submissions/case-queries.ts'
import { decryptPayout } from '../submissions/payout-view.ts'
import { changeState, type HandledPayout } from './change-payout.ts'
import { assertNoProblem, cancelPayout, createReadyPayout } from './create-payout.ts'
import { release, whySecondPerson } from './payout-holds.ts'
import { findPayoutOf, hasOpenReview, listOpenHolds } from './payout-queries.ts'
import { postDebt } from './payout-transfers.ts'
import { findOrderUnderReview } from './problem-queries.ts'
import { askedOfReturn, bookReturn } from './record-return.ts'
import { endAttempt, getNewestAttempt, isTooMuchAlone, settle, startSending } from './send-payout.ts'

type Decision = Pick<SetStatusInput, 'status' | 'payoutReference' | 'payout'>
type Applied = { conflict: string; money?: undefined } | { conflict?: undefined; money: PaidMoney }

/**
 * What a decision means for the payout of an order, which the transaction has locked: `completed` pays it by hand, a
 * status other than `processing` cancels it while it has not left. A completed order that was paid needs `money`, what
 * became of it; any other that was paid may have it. Returns why the decision conflicts with the payout, or that money.
 */
export async function applyDecision(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  order: SubmissionTable,
  { status, payoutReference, payout: money }: Decision,
): Promise<Applied | undefined> {
  if (status === 'completed') return complete(app, tx, staff, order, payoutReference || null)
  const payout = await findLivePayout(tx, order.id)
  const saysMoney = order.status === 'completed' || money !== undefined
  if (saysMoney && (payout?.state === 'sent' || payout?.state === 'paid'))
    return applyToPaid(app, tx, staff, { order, payout, money })
  if (status === 'processing') return undefined
  if (payout?.state === 'sending') return { conflict: payoutMessages.isSending }
  if (payout?.state === 'held' || payout?.state === 'ready')
    await cancelPayout(app, tx, staff, payout, `order ${status}`)
  return undefined
}

/** The payout of an order that has not failed, come back or been canceled. The transaction locks it. */
export async function findLivePayout(tx: Tx, submissionId: string): Promise<PayoutTable | undefined> {
  return findPayoutOf(tx, submissionId, { choose: (lines) => lines.find(({ is_live }) => is_live === 1) })
}

async function complete(app: AppContext, tx: Tx, staff: Actor, order: SubmissionTable, reference: string | null) {
  const payout = await findLivePayout(tx, order.id)
  if (payout?.state === 'paid') return undefined
  if (!(await mayComplete(app, tx, staff))) {
    requireScope(staff, 'payouts:write')
    throw new AppError('forbidden', payoutMessages.onlyPay)
  }
  if (payout?.state === 'sending' || payout?.state === 'sent') return { conflict: payoutMessages.completesItself }
  if (payout) {
    const [hold] = await listOpenHolds(tx, payout.id, timestamp(app.clock))
    if (hold) return { conflict: `Payout ${payout.id} is held: ${holdReasons[hold.kind]}.` }
  } else {
    if (await hasOpenReview(tx, order.user_id)) return { conflict: payoutMessages.customerHeld(holdReasons.review) }
    if (await findOrderUnderReview(tx, order.user_id))
      return { conflict: payoutMessages.customerHeld(holdReasons['under-review']) }
    const details = decryptPayout(app.keyring, order)
    const planned = { orderId: order.id, userId: order.user_id, amountCents: order.payout_cents, details }
    const why = await whySecondPerson(app, tx, planned)
    if (why) return { conflict: secondPersonNeeded(app, why) }
    if (await isTooMuchAlone(app, tx, staff.id, { amountCents: order.payout_cents }))
      return { conflict: payoutMessages.tooMuchAlone }
    await assertNoProblem(tx, order.id)
  }
  const found = payout ?? (await createReadyPayout(app, tx, order, staff.id))
  const ready = found.state === 'held' ? await release(app, tx, found, staff.id) : found
  const sending = await startSending(app, tx, ready, { provider: 'hand', by: staff.id })
  await settle(app, tx, staff, sending, reference)
  await audit(app, tx, staff, 'payout.sent', ready.id, 'by hand, with the decision')
  return undefined
}

function secondPersonNeeded({ policies }: AppContext, why: 'return' | 'amount' | 'sum') {
  const from = formatCents(policies.get('controls').secondPersonFrom ?? 0)
  const reasons = {
    return: 'A person recorded that an earlier payout of this order came back, so another one needs a second person.',
    amount: `Payouts from ${from} need a second person.`,
    sum: `The payouts of 24 hours to this customer or payout account would reach ${from}, and need a second person from there.`,
  }
  return `${reasons[why]} Approve it, and someone else releases it.`
}

type Paid = { order: SubmissionTable; payout: PayoutTable; money: PaidMoney | undefined }

/** Books what became of the money of an order whose status changes. Without a choice that conflicts. */
async function applyToPaid(app: AppContext, tx: Tx, staff: Actor, { order, payout, money }: Paid): Promise<Applied> {
  if (money === undefined) return { conflict: payoutMessages.saysNothingOfMoney }
  if (money === 'sent') return { money }
  if (!(await isAllowed(tx, staff, 'pay'))) throw new AppError('forbidden', payoutMessages.onlyPayReturns)
  requireScope(staff, 'payouts:write')
  const audit = await auditOwnOrder(app, tx, staff, 'pay', order, payout.id)
  const handling = { payout, order, audit }
  if (money === 'never-sent') await bookNeverSent(app, tx, staff, handling)
  else if (await isAlone(app, tx, staff, 'return', await askedOfReturn(tx, handling)))
    await bookReturn(app, tx, staff, handling, { code: 'provider' })
  else return { conflict: payoutMessages.returnWaits }
  return { money }
}

/** Reverses a payment that was marked as sent by mistake: its payout is canceled, and nothing is owed for it. */
async function bookNeverSent(app: AppContext, tx: Tx, staff: Actor, { payout, order, audit }: HandledPayout) {
  if (await findStandingProblem(tx, order.id)) throw conflict(problemMessages.wasSent)
  if (payout.provider !== 'hand') throw conflict(payoutMessages.notByHand)
  await changeState(app, tx, payout, 'canceled', { ended_at: timestamp(app.clock), failure_message: null })
  const attempt = await getNewestAttempt(tx, payout.id)
  await endAttempt(app, tx, payout, attempt, { kind: 'back', changes: { state: 'refused' }, by: staff.id })
  await postDebt(app, tx, 'approval-reversal', payout, staff.id)
  await audit('payout.canceled', 'never sent')
}

/**
 * Whether this member of staff may say with `completed` that the money of an unpaid order was sent. A token that may
 * not send payouts may as far as a reviewer may.
 */
export async function mayComplete({ policies }: AppContext, db: Db, staff: Actor) {
  if (policies.get('payouts').directCompleted === 'allowed') return true
  return hasScope(staff, 'payouts:write') && (await isAllowed(db, staff, 'pay'))
}
