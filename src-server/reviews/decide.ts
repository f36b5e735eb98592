import { needsEvidence, type ReasonCode } from '#shared/reason-code.ts'
import { UNDO_MS } from '#shared/review.ts'
import { finalStatuses } from '#shared/submission.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import { markedDetail } from '../accounts/own-orders.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { recordBalance } from '../inventory/record-balance.ts'
import { applyDecision, type MoneyConflict } from '../payouts/decision-money.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { changeStatus, type NewStatus } from '../submissions/change-status.ts'
import { type Purged, removeTraces } from '../submissions/purge-submission.ts'
import { evidenceOf } from './decision-evidence.ts'
import { reasonOf } from './given-reason.ts'
import { lockForDecision } from './lock-for-decision.ts'
import { endLock } from './review-lock.ts'
import { versionConflict } from './version-conflict.ts'

type DecisionMade = { version: number; undoUntil?: string }

/**
 * Records a staff decision in one transaction: new status, reason, history row, payout, audit entry and e-mail. With
 * `version`, the decision is accepted only if that is the newest version and no colleague has the lock. Without
 * `version`, the last writer wins. An `undoable` decision delays e-mail and erasure until `undoUntil` (ISO 8601).
 * `completed` cannot be undone; it says that the payout was paid by hand. Nor can what books money that came back or
 * never left.
 * @throws AppError 'not_found'; 'conflict', with the newer submission when `version` is old or the payout does not
 *   allow the status; 'unprocessable' for a registration record, or without a reason or evidence that the policy
 *   requires; 'bad_request' for a system reason, or a check of another order;
 *   'forbidden' when only finance may complete an order, or for an own order.
 */
export async function decide(ctx: CallContext, staff: Actor, input: SetStatusInput): Promise<DecisionMade> {
  const { app } = ctx
  const made = await inTransaction(ctx, (tx) => record(app, tx, staff, input))
  if (made === 'stale') throw await versionConflict(app, staff, input.submissionId)
  if ('conflict' in made) throw await versionConflict(app, staff, input.submissionId, made.conflict)
  const { purged, ...decision } = made
  if (purged) await removeTraces(app, purged.fileKeys)
  return decision
}

/** What the e-mail says about evidence: nothing for reasons that need none. */
function mailedEvidence(code: ReasonCode | null, hasPicture: boolean): 'shown' | 'owed' | undefined {
  if (hasPicture) return 'shown'
  return needsEvidence(code) ? 'owed' : undefined
}

/** What the e-mail says about the money of a completed order. */
function moneyFacts({ status, payout }: SetStatusInput): Pick<NewStatus, 'isPaid' | 'isPayoutBack'> {
  if (payout === 'sent') return { isPaid: true }
  return status === 'failed' && payout === 'returned' ? { isPayoutBack: true } : {}
}

async function record(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  input: SetStatusInput,
): Promise<(DecisionMade & { purged: Purged | undefined }) | MoneyConflict | 'stale'> {
  const { status } = input
  const locked = await lockForDecision(app, tx, staff, input)
  if (locked === 'stale') return 'stale'
  const { current, mark } = locked
  const given = reasonOf(app, input)
  const about = { submissionId: current.id, status, reasonCode: given.reasonCode, by: staff.id }
  const { hasPicture, ...evidence } = await evidenceOf(app, tx, { ...about, checkId: input.checkId })
  const conflict = await applyDecision(app, tx, staff, current, input)
  if (conflict) return conflict
  const isBooked = status === 'completed' || (input.payout !== undefined && input.payout !== 'sent')
  const undoUntil = input.undoable && !isBooked ? timestamp(app.clock, UNDO_MS) : null
  const change = {
    status,
    ...given,
    ...evidence,
    evidence: mailedEvidence(given.reasonCode, hasPicture),
    changedBy: staff.id,
    undoUntil,
    reference: input.payoutReference || undefined,
    ...(current.status === 'completed' && moneyFacts(input)),
  }
  const { version, purged } = await changeStatus(app, tx, current, change)
  if (status === 'completed') await recordBalance(app, tx, staff, current, input.balance)
  if (finalStatuses.has(status)) await endLock(app, tx, current.id)
  const facts = [
    `${current.status} to ${status}`,
    ...(status === 'rejected' && given.reasonCode ? [given.reasonCode] : []),
    ...(hasPicture ? ['evidence'] : []),
  ]
  const detail = markedDetail(mark, facts.join(', '))
  await audit(app, tx, staff, 'submission.decided', current.id, detail)
  return { purged, version, ...(undoUntil !== null && { undoUntil }) }
}
