import { formatCents } from '#shared/money.ts'
import { type ProblemState, problemMessages } from '#shared/problem.ts'
import type { DecideProblemInput, UndoDecisionInput } from '#shared/problem-schema.ts'
import { reviewMessages, UNDO_MS } from '#shared/review.ts'
import { requireScope } from '../accounts/api-tokens/find-token-holder.ts'
import { type Actor, audit, noRequest } from '../audit/audit-queries.ts'
import type { AppContext, CallContext, ServerContext } from '../context.ts'
import { countedCents, leaveSums } from '../controls/act-queries.ts'
import { type Ask, askedAct } from '../controls/perform-act.ts'
import { sumOfKind } from '../inventory/disposition-amounts.ts'
import { listDispositions } from '../inventory/disposition-queries.ts'
import { assertLossEvidence, recordDisposition } from '../inventory/record-disposition.ts'
import { clawbackTransfer } from '../payouts/clawback-entry.ts'
import { findItem } from '../payouts/item-queries.ts'
import { postTransfers } from '../payouts/ledger/post-transfers.ts'
import { liftHoldOf } from '../payouts/payout-holds.ts'
import { findPayout } from '../payouts/payout-queries.ts'
import { endContradiction, findOrderUnderReview } from '../payouts/problem-queries.ts'
import { isDue, MAX_UNDO_MS, timestamp } from '../platform/clock.ts'
import type { OrderProblemTable } from '../platform/db/case-tables.ts'
import { inServerTransaction, inTransaction, type Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { encryptAnyText, encryptText, textIn } from '../platform/encryption/encrypted-text.ts'
import { AppError, conflict, invalid } from '../platform/errors.ts'
import { startDueWork } from '../platform/events/due-work.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { mailCustomer, reasonForMail } from '../submissions/submission-email.ts'
import { updateStatus } from '../submissions/submission-queries.ts'
import { findNextPlanned, listHoldsOfKind, listPlanned } from './problem-queries.ts'
import {
  addPictures,
  centsOf,
  changeProblem,
  clawbackEvidence,
  type LockedProblem,
  lockProblem,
  lockProblemFor,
  noPlan,
  withAudit,
} from './problems.ts'
import { makeOffer } from './set-off.ts'

const stateOf = {
  'write-off': 'written-off',
  'claw-back': 'clawed-back',
  recovered: 'recovered',
  dismiss: 'dismissed',
} as const satisfies Record<DecideProblemInput['decision'], ProblemState>

const noEvidence = { evidence: undefined, evidenceDueAt: null } as const

/**
 * The ledger has the loss, the seller owes it, or the brand has refunded it; what was written off can be recovered
 * later. The order is not paid again. An `undoable` decision is checked now, and applied at the end of its undo window;
 * one that waits for a second person is not undone, but canceled.
 */
export function decideProblem(ctx: CallContext, staff: Actor, input: DecideProblemInput) {
  if (input.rejects) requireScope(staff, 'submissions:write')
  if (input.decision === 'recovered') requireScope(staff, 'inventory:write')
  return decide(ctx, staff, input)
}

const decide = askedAct(
  'decision',
  async (app, tx, staff, input: DecideProblemInput, ask) =>
    decideLocked(app, tx, staff, await lockForDecision(app, tx, staff, input), input, ask),
  async (app, tx, staff, input) => {
    const { problem } = await lockForDecision(app, tx, staff, input)
    const text = encryptText(app.keyring, 'order_problems', problem.id, 'planned_encrypted', JSON.stringify(input))
    const planned_until = timestamp(app.clock, UNDO_MS)
    await changeProblem(app, tx, problem, { planned_encrypted: text, planned_by: staff.id, planned_until })
  },
)

async function lockForDecision(app: AppContext, tx: Tx, staff: Actor, input: DecideProblemInput) {
  const locked = await lockProblemFor(app, tx, staff, input)
  if (locked.problem.planned_until !== null) throw conflict(problemMessages.isPlanned)
  return locked
}

/** The transaction has locked the problem. */
async function decideLocked(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { problem, order, audit }: LockedProblem,
  input: DecideProblemInput,
  ask: Ask = () => {},
) {
  const { decision, reason, account, reference, rejects = false } = input
  const isLateRefund = problem.state === 'written-off' && decision === 'recovered'
  if (problem.state !== 'open' && !isLateRefund) throw conflict(problemMessages.isDecided)
  if ((decision === 'claw-back' || rejects) && !reason?.trim()) throw invalid('reason', problemMessages.noReason)
  const owed = decision === 'claw-back' ? await owedCents(tx, problem, input.amount) : 0
  await addPictures(tx, { submissionId: order.id, ownerId: staff.id, problemId: problem.id }, input.evidenceIds)
  const { evidence, evidenceDueAt } = owed > 0 ? await clawbackEvidence(app, tx, problem) : noEvidence
  if (decision !== 'dismiss') {
    const item = await bookLoss(app, tx, staff, { ...problem, account }, owed, ask)
    if (decision === 'write-off') await assertLossEvidence(tx, order.id, problem.kind)
    if (decision === 'recovered') {
      const amountCents = centsOf(input.amount, 'amount')
      await recordDisposition(app, tx, staff, item, { kind: 'recovered', amountCents, reference, account })
    }
  }
  const decided = await changeProblem(app, tx, problem, {
    state: stateOf[decision],
    decided_by: staff.id,
    decided_at: timestamp(app.clock),
    reason_encrypted: encryptAnyText(app.keyring, 'order_problems', problem.id, 'reason_encrypted', reason),
    owed_cents: owed,
    left_cents: owed,
    ...noPlan,
  })
  const detail = owed > 0 ? `${decision}: ${formatCents(owed)}` : decision
  await audit('problem.decided', detail)
  if (owed > 0) {
    await postTransfers(app, tx, [clawbackTransfer({ problem, id: problem.id, cents: owed, by: staff.id })])
    await mailCustomer(app, tx, order, {
      ...{ kind: 'clawed-back', owedCents: owed, problem: problem.kind },
      reason: reasonForMail(app.keyring, order, reason ?? ''),
      ...(evidence && { evidence }),
    })
    let offered = decided
    for (const payoutId of input.offerPayoutIds ?? [])
      offered = await makeOffer(app, tx, staff, { problem: offered, order, audit }, payoutId)
  }
  const isRejection = rejects && decision !== 'dismiss' && order.status !== 'rejected'
  if (isRejection) await reject(app, tx, staff, order, { reason: reason ?? '', evidenceDueAt })
  else if (evidenceDueAt) await updateStatus(tx, order.id, order.version, { evidence_due_at: evidenceDueAt })
  if (decision !== 'dismiss') await endContradiction(tx, order.id)
  await liftReviews(app, tx, staff, order.user_id)
}

async function owedCents(tx: Tx, problem: OrderProblemTable, amount: number | undefined) {
  const { amount_cents: paid, state } = (await findPayout(tx, problem.payout_id)) ?? { amount_cents: 0 }
  if (state === 'returned' || state === 'failed') throw conflict(problemMessages.payoutBack)
  const cents = amount === undefined ? paid : centsOf(amount, 'amount')
  if (cents > paid) throw invalid('amount', problemMessages.beyondPaid(formatCents(paid)))
  return cents
}

/** The order was paid: the e-mail of an unpaid rejection is not sent. */
async function reject(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  order: SubmissionTable,
  { reason, evidenceDueAt }: { reason: string; evidenceDueAt: string | null },
) {
  const change = { status: 'rejected', reason, evidenceDueAt, isUnmailed: true } as const
  await changeStatus(app, tx, order, { ...change, changedBy: staff.id })
  await audit(app, tx, staff, 'submission.decided', order.id, 'rejected')
}

/** Writes off what is in stock, or charges back what was sold; only once. Returns the new item. */
async function bookLoss(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { submission_id, kind, user_id, account }: OrderProblemTable & { account: string | undefined },
  owedCents: number,
  ask: Ask,
) {
  let item = await findItem(tx, submission_id)
  if (!item || item.state === 'withdrawn') throw conflict(problemMessages.payoutBack)
  const isBooked = item.state === 'written-off'
  // What the seller owes in full is no loss.
  const isLoss = !isBooked && owedCents < item.cost_cents
  const cents = countedCents({ ...item, price_cents: owedCents })
  if (!isBooked || owedCents > 0)
    ask({ kind: 'card', id: submission_id, cents, isLoss, approvedBy: item.approved_by, seller: user_id })
  if (isBooked) return item
  if (item.left_face_cents > 0)
    item = await recordDisposition(app, tx, staff, item, { kind: 'written-off', cause: kind })
  if (kind === 'charged-back' && (await hasOpenSale(tx, submission_id)))
    item = await recordDisposition(app, tx, staff, item, { kind: 'charged-back', account })
  if (item.state !== 'written-off') throw conflict(problemMessages.wasSold)
  return item
}

async function hasOpenSale(tx: Tx, submissionId: string) {
  const history = await listDispositions(tx, submissionId)
  return sumOfKind(history, 'sold') > sumOfKind(history, 'charged-back')
}

/** Lifts what a customer's problems held, once all of them are decided. */
async function liftReviews(app: AppContext, tx: Tx, staff: Actor, userId: string) {
  if ((await findOrderUnderReview(tx, userId)) !== undefined) return
  for (const { id, payout_id } of await listHoldsOfKind(tx, userId, 'under-review')) {
    await liftHoldOf(app, tx, staff.id, { holdId: id, payoutId: payout_id })
    await audit(app, tx, staff, 'payout.lifted', payout_id, 'under-review')
  }
}

/** Until the returned function is called. */
export const startPlannedDecisions = (app: ServerContext) =>
  startDueWork(app, {
    run: async () => {
      await applyPlannedDecisions(app)
      return findNextPlanned(app.db)
    },
    wakesOn: ['payout.changed', 'resync'],
    failure: 'could not apply decisions on problems',
  }).stop

/** A decision that is not possible any more leaves its problem open. */
export async function applyPlannedDecisions(app: ServerContext) {
  for (const { id } of await listPlanned(app.db, timestamp(app.clock))) {
    try {
      await inServerTransaction(app.db, (tx) => apply(app, tx, id))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      app.log.warn({ err: error, problem: id }, 'a decision on a problem was not possible any more')
      await inServerTransaction(app.db, (tx) => drop(app, tx, id))
    }
  }
}

async function apply(app: ServerContext, tx: Tx, id: string) {
  const locked = await lockProblem(tx, id)
  const { problem } = locked
  const { planned_by, planned_until } = problem
  const text = textIn(app.keyring, 'order_problems', problem, 'planned_encrypted')
  // Applied by another node since it was listed.
  if (!planned_by || !planned_until || text === undefined) return
  if (!isDue(planned_until, timestamp(app.clock), MAX_UNDO_MS)) return
  const staff = { id: planned_by, ...noRequest }
  await decideLocked(app, tx, staff, await withAudit(app, tx, staff, locked), JSON.parse(text) as DecideProblemInput)
}

async function drop(app: ServerContext, tx: Tx, id: string) {
  const { problem } = await lockProblem(tx, id)
  if (!problem.planned_until) return
  await changeProblem(app, tx, problem, noPlan)
  await leaveSums(tx, 'card', problem.submission_id)
}

/** Before it is applied; the problem is open as before. */
export async function undoDecision(ctx: CallContext, staff: Actor, { id, version }: UndoDecisionInput) {
  await inTransaction(ctx, async (tx, app) => {
    const { problem } = await lockProblem(tx, id)
    const { planned_by, planned_until } = problem
    if (planned_until === null || planned_until <= timestamp(app.clock) || problem.version !== version)
      throw conflict(reviewMessages.undoTooLate)
    if (planned_by !== staff.id) throw new AppError('forbidden', reviewMessages.undoNotYours)
    await changeProblem(app, tx, problem, noPlan)
    await leaveSums(tx, 'card', problem.submission_id)
    await audit(app, tx, staff, 'problem.undone', problem.submission_id)
  })
}
