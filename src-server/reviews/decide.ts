import { policyMessages } from '#shared/policy.ts'
import { UNDO_MS } from '#shared/review.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import { markedDetail } from '../accounts/own-orders.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { applyDecision, type MoneyConflict } from '../payouts/decision-money.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { type Purged, removeTraces } from '../submissions/purge-submission.ts'
import { lockForDecision } from './lock-for-decision.ts'
import { versionConflict } from './version-conflict.ts'

type DecisionMade = { version: number; undoUntil?: string }

/**
 * Records a staff decision in one transaction: new status, reason, history row, payout, audit entry and e-mail. With
 * `version`, the decision is accepted only if that is the newest version and no colleague has the lock. Without
 * `version`, the last writer wins. An `undoable` decision delays e-mail and erasure until `undoUntil` (ISO 8601).
 * `completed` cannot be undone; it says that the payout was paid by hand.
 * @throws AppError 'not_found'; 'conflict', with the newer submission when `version` is old or the payout does not
 *   allow the status; 'unprocessable' for a registration record, or without a reason that the policy requires;
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
  assertReason(app, status, input.reason || null)
  const conflict = await applyDecision(app, tx, staff, current, input)
  if (conflict) return conflict
  const undoUntil = input.undoable && status !== 'completed' ? timestamp(app.clock, UNDO_MS) : null
  const change = {
    status,
    reason: input.reason || null,
    changedBy: staff.id,
    undoUntil,
    reference: input.payoutReference || undefined,
  }
  const { version, purged } = await changeStatus(app, tx, current, change)
  const detail = markedDetail(mark, `${current.status} to ${status}`)
  await audit(app, tx, staff, 'submission.decided', current.id, detail)
  return { purged, version, ...(undoUntil !== null && { undoUntil }) }
}

/** @throws AppError 'unprocessable' for a rejection without the reason that the policy requires */
export function assertReason({ policies }: AppContext, status: ReviewStatus, reason: string | null): void {
  if (status === 'rejected' && !reason && policies.get('reviews').rejectionReason === 'required')
    throw new AppError('unprocessable', policyMessages.reasonRequired, { field: 'reason' })
}
