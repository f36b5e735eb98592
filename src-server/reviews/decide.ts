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
import { evidenceOf } from './decision-evidence.ts'
import { reasonOf } from './given-reason.ts'
import { lockForDecision } from './lock-for-decision.ts'
import { endLock } from './review-lock.ts'
import { versionConflict } from './version-conflict.ts'

type DecisionMade = { version: number; undoUntil?: string }

/**
 * With `version`, the decision needs the newest version, and no colleague may have the lock; without it, the last
 * writer wins. An `undoable` decision delays e-mail and erasure; 'completed' and what books money that came back cannot
 * be undone.
 * @throws AppError 'conflict' with the newer submission
 */
export async function decide(ctx: CallContext, staff: Actor, input: SetStatusInput): Promise<DecisionMade> {
  const { app } = ctx
  const made = await inTransaction(ctx, (tx) => record(app, tx, staff, input))
  if (made === 'stale') throw await versionConflict(app, staff, input.submissionId)
  if ('conflict' in made) throw await versionConflict(app, staff, input.submissionId, made.conflict)
  return made
}

function mailedEvidence(code: ReasonCode | null, hasPicture: boolean): 'shown' | 'owed' | undefined {
  if (hasPicture) return 'shown'
  return needsEvidence(code) ? 'owed' : undefined
}

function moneyFacts({ status, payout }: SetStatusInput): Pick<NewStatus, 'isPaid' | 'isPayoutBack'> {
  if (payout === 'sent') return { isPaid: true }
  return status === 'failed' && payout === 'returned' ? { isPayoutBack: true } : {}
}

async function record(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  input: SetStatusInput,
): Promise<DecisionMade | MoneyConflict | 'stale'> {
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
  const version = await changeStatus(app, tx, current, change)
  if (status === 'completed') await recordBalance(app, tx, staff, current, input.balance)
  if (finalStatuses.has(status)) await endLock(app, tx, current.id)
  const facts = [
    `${current.status} to ${status}`,
    ...(status === 'rejected' && given.reasonCode ? [given.reasonCode] : []),
    ...(hasPicture ? ['evidence'] : []),
  ]
  const detail = markedDetail(mark, facts.join(', '))
  await audit(app, tx, staff, 'submission.decided', current.id, detail)
  return { version, ...(undoUntil !== null && { undoUntil }) }
}
