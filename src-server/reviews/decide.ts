import { policyMessages } from '#shared/policy.ts'
import { UNDO_MS } from '#shared/review.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { SetStatusInput } from '#shared/submission-schema.ts'
import { markedDetail } from '../accounts/own-orders.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
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
export async function decide(ctx: AppContext, staff: Actor, input: SetStatusInput): Promise<DecisionMade> {
  const made = await inTransaction(ctx, (tx) => record(ctx, tx, staff, input))
  if (made === 'stale') throw await versionConflict(ctx, staff, input.submissionId)
  if ('conflict' in made) throw await versionConflict(ctx, staff, input.submissionId, made.conflict)
  const { purged, ...decision } = made
  if (purged) await removeTraces(ctx, purged.fileKeys)
  return decision
}

async function record(
  ctx: AppContext,
  tx: Tx,
  staff: Actor,
  input: SetStatusInput,
): Promise<(DecisionMade & { purged: Purged | undefined }) | MoneyConflict | 'stale'> {
  const { status } = input
  const locked = await lockForDecision(ctx, tx, staff, input)
  if (locked === 'stale') return 'stale'
  const { current, mark } = locked
  assertReason(ctx, status, input.reason || null)
  const conflict = await applyDecision(ctx, tx, staff, current, input)
  if (conflict) return conflict
  const undoUntil = input.undoable && status !== 'completed' ? timestamp(ctx.clock, UNDO_MS) : null
  const change = {
    status,
    reason: input.reason || null,
    changedBy: staff.id,
    undoUntil,
    reference: input.payoutReference || undefined,
  }
  const { version, purged } = await changeStatus(ctx, tx, current, change)
  const detail = markedDetail(mark, `${current.status} to ${status}`)
  await audit(ctx, tx, staff, 'submission.decided', current.id, detail)
  return { purged, version, ...(undoUntil !== null && { undoUntil }) }
}

/** @throws AppError 'unprocessable' for a rejection without the reason that the policy requires */
export function assertReason({ policies }: AppContext, status: ReviewStatus, reason: string | null): void {
  if (status === 'rejected' && !reason && policies.get('reviews').rejectionReason === 'required')
    throw new AppError('unprocessable', policyMessages.reasonRequired, { field: 'reason' })
}
