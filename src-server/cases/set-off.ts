import { formatCents, sumOf } from '#shared/money.ts'
import { problemMessages } from '#shared/problem.ts'
import type {
  AnswerOfferInput,
  OfferSetOffInput,
  RecordRepaymentInput,
  WaiveProblemInput,
  WithdrawOfferInput,
} from '#shared/problem-schema.ts'
import { type Actor, audit, noRequest } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { leaveSums } from '../controls/act-queries.ts'
import { type Ask, askedAct } from '../controls/perform-act.ts'
import { addEntry, oweRefund, setOffReference } from '../payouts/clawback-entry.ts'
import { findItem } from '../payouts/item-queries.ts'
import { addHold, liftHoldOf } from '../payouts/payout-holds.ts'
import { findOrderOf, findPayout, listOpenHolds } from '../payouts/payout-queries.ts'
import { sumRepaid } from '../payouts/problem-queries.ts'
import { completeOrder, settle, startSending } from '../payouts/send-payout.ts'
import { timestamp } from '../platform/clock.ts'
import { businessDay, today } from '../platform/days.ts'
import type { OrderProblemTable, SetOffOfferTable } from '../platform/db/case-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict, invalid, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { lockSubmission, updateStatus } from '../submissions/submission-queries.ts'
import { writeNote } from '../submissions/write-note.ts'
import { listOpenOffers } from './problem-queries.ts'
import { centsOf, changeProblem, inProblemChange, type LockedProblem, lockProblem, lockProblemFor } from './problems.ts'

/** The payout is held until the seller answers. */
export async function offerSetOff(ctx: CallContext, staff: Actor, { payoutId, ...input }: OfferSetOffInput) {
  await inProblemChange(ctx, staff, input, async (tx, locked, app) => {
    await makeOffer(app, tx, staff, locked, payoutId)
  })
}

/** In a transaction that has locked the problem; returns the new row. */
export async function makeOffer(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { problem, audit }: LockedProblem,
  payoutId: string,
): Promise<OrderProblemTable> {
  if (problem.left_cents === 0) throw conflict(problemMessages.notOwed)
  const payout = await findPayout(tx, payoutId)
  if (!payout) throw notFound()
  const isTheirs = payout.user_id === problem.user_id && payout.refund_of === null
  const isWaiting = isTheirs && (payout.state === 'held' || payout.state === 'ready')
  const now = timestamp(app.clock)
  const holds = await listOpenHolds(tx, payout.id, now)
  if (holds.some(({ kind }) => kind === 'set-off')) throw conflict(problemMessages.isOffered)
  if (!isWaiting || holds.some(({ kind }) => kind !== 'under-review')) throw conflict(problemMessages.notOfferable)
  const offered = sumOf(await listOpenOffers(tx, problem.id), 'amount_cents')
  const left = problem.left_cents - offered
  if (payout.amount_cents > left) throw conflict(problemMessages.offerTooLarge(formatCents(left)))
  await table('set_off_offers').insert(tx, {
    id: newId(),
    problem_id: problem.id,
    payout_id: payout.id,
    amount_cents: payout.amount_cents,
    state: 'open',
    made_by: staff.id,
    made_at: now,
  })
  await addHold(app, tx, staff, payout, { kind: 'set-off', note: '' })
  await audit('problem.set-off-offered', `${payout.id}: ${formatCents(payout.amount_cents)}`)
  return changeProblem(app, tx, problem, {})
}

/** The payout is sent as usual. */
export async function withdrawOffer(ctx: CallContext, staff: Actor, { offerId, ...input }: WithdrawOfferInput) {
  await inProblemChange(ctx, staff, input, async (tx, { problem, audit }, app) => {
    const offer = await table('set_off_offers').findLocked(tx, { id: offerId })
    if (offer?.problem_id !== problem.id) throw notFound()
    await endOfferFor(app, tx, offer, { state: 'withdrawn', by: staff.id })
    await changeProblem(app, tx, problem, {})
    await audit('problem.set-off-withdrawn', offer.payout_id)
  })
}

/** With 'yes' the order is completed without money leaving; with 'no' its payout is sent as usual. */
export async function answerOffer(ctx: CallContext, customer: Actor, { id, accepts }: AnswerOfferInput) {
  const asked = await table('set_off_offers').getLocked(ctx.app.db, { id })
  await inTransaction(ctx, async (tx, app) => {
    const { problem } = await lockProblem(tx, asked.problem_id)
    const offer = await table('set_off_offers').findLocked(tx, { id })
    if (!offer || problem.user_id !== customer.id) throw notFound()
    await endOfferFor(app, tx, offer, { state: accepts ? 'accepted' : 'declined', by: customer.id })
    const detail = `${offer.payout_id}: ${formatCents(offer.amount_cents)}`
    const action = accepts ? 'problem.set-off-accepted' : 'problem.set-off-declined'
    await audit(app, tx, customer, action, problem.submission_id, detail)
    if (accepts) await setOff(app, tx, problem, offer)
    else await changeProblem(app, tx, problem, {})
  })
}

/** Ends an open offer and the hold of its payout. */
async function endOfferFor(
  app: AppContext,
  tx: Tx,
  { id, payout_id }: SetOffOfferTable,
  { state, by }: { state: Exclude<SetOffOfferTable['state'], 'open'>; by: string },
) {
  const hold = await table('payout_holds').find(tx, { payout_id, kind: 'set-off', lifted_at: null })
  const ended = { state, answered_at: timestamp(app.clock) }
  if (!hold || !(await table('set_off_offers').update(tx, { id, state: 'open' }, ended)))
    throw conflict(problemMessages.offerEnded)
  await liftHoldOf(app, tx, by, { holdId: hold.id, payoutId: payout_id })
}

/** Nothing is left to repay, so that no payout is used for it. */
async function endDebt(app: AppContext, tx: Tx, staff: Actor, problem: OrderProblemTable) {
  await changeProblem(app, tx, problem, { left_cents: 0 })
  for (const offer of await listOpenOffers(tx, problem.id))
    await endOfferFor(app, tx, offer, { state: 'withdrawn', by: staff.id })
}

async function setOff(app: AppContext, tx: Tx, problem: OrderProblemTable, offer: SetOffOfferTable) {
  const { amount_cents: cents, made_by: by } = offer
  const orderId = await findOrderOf(tx, offer.payout_id)
  const order = orderId && (await lockSubmission(tx, orderId))
  const payout = await findPayout(tx, offer.payout_id)
  if (!order || payout?.state !== 'ready' || cents > problem.left_cents) throw conflict(problemMessages.offerWaits)
  const reference = setOffReference(problem.submission_id)
  const sending = await startSending(app, tx, payout, { provider: 'set-off', by })
  await settle(app, tx, { id: by, ...noRequest }, sending, reference)
  await addEntry(app, tx, { problem, kind: 'set-off', cents, by, reference: order.id, payoutId: payout.id })
  await changeProblem(app, tx, problem, { left_cents: problem.left_cents - cents })
  await completeOrder(app, tx, order, { payout, by, reference }, problemMessages.setOffReason)
}

/** Money that came in from a seller for a claw back. */
export async function recordRepayment(ctx: CallContext, staff: Actor, input: RecordRepaymentInput) {
  await inProblemChange(ctx, staff, input, async (tx, { problem, audit }, app) => {
    if (problem.left_cents === 0) throw conflict(problemMessages.notOwed)
    const cents = centsOf(input.amount, 'amount')
    if (cents > problem.left_cents) throw invalid('amount', problemMessages.beyondLeft(formatCents(problem.left_cents)))
    const decidedOn = businessDay(app, problem.decided_at ?? timestamp(app.clock))
    if (input.on > today(app)) throw invalid('on', problemMessages.future)
    if (input.on < decidedOn) throw invalid('on', problemMessages.beforeDecision)
    const { on, account, reference } = input
    const entry = { problem, kind: 'repaid', cents, by: staff.id, on, account, reference: reference || null } as const
    await addEntry(app, tx, entry)
    const changed = await changeProblem(app, tx, problem, { left_cents: problem.left_cents - cents })
    // More than the rest would be taken twice.
    let offered = 0
    for (const offer of await listOpenOffers(tx, problem.id)) {
      offered += offer.amount_cents
      if (offered > changed.left_cents) await endOfferFor(app, tx, offer, { state: 'withdrawn', by: staff.id })
    }
    await audit('problem.repaid', formatCents(cents))
  })
}

/** What is left stays a loss. Why is a note of the order. */
export const waiveProblem = askedAct('waiver', async (app, tx, staff, { note, ...input }: WaiveProblemInput, ask) => {
  const { problem, audit } = await lockProblemFor(app, tx, staff, input)
  if (problem.left_cents === 0) throw conflict(problemMessages.notOwed)
  await waiveRest(app, tx, staff, problem, ask)
  await endDebt(app, tx, staff, problem)
  await writeNote(app, tx, staff, { submissionId: problem.submission_id, text: note })
  await audit('problem.waived', formatCents(problem.left_cents))
})

/** Asks for what is left of a claw back, which stays a loss, and waives it. */
async function waiveRest(app: AppContext, tx: Tx, staff: Actor, problem: OrderProblemTable, ask: Ask) {
  const { submission_id: id, user_id: seller, left_cents: cents } = problem
  if (cents === 0) return
  const approvedBy = (await findItem(tx, id))?.approved_by ?? null
  ask({ kind: 'card', id, cents, isLoss: true, approvedBy, seller })
  await addEntry(app, tx, { problem, kind: 'waived', cents, by: staff.id })
}

/**
 * In a transaction that has locked order and problem. The rest is waived, and a refund owes the seller what they
 * have given back; the loss stays with the site. An order that was rejected with the claw back is completed again.
 */
export async function reverseClawback(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { problem, order }: { problem: OrderProblemTable; order: SubmissionTable },
  ask: Ask,
) {
  const repaid = (await sumRepaid(tx, [problem.id]))(problem.id)
  await leaveSums(tx, 'card', problem.submission_id)
  await waiveRest(app, tx, staff, problem, ask)
  await oweRefund(app, tx, { problem, order, cents: repaid, by: staff.id })
  await endDebt(app, tx, staff, problem)
  if (order.status === 'rejected') {
    const resumed = { columns: {} }
    await changeStatus(app, tx, order, { status: 'completed', reason: null, changedBy: staff.id, resumed })
  } else await updateStatus(tx, order.id, order.version, { evidence_due_at: null })
}
