import { approvedReason, payoutMessages } from '#shared/payout.ts'
import type { ApproveInput } from '#shared/payout-schema.ts'
import { UNDO_MS } from '#shared/review.ts'
import type { Decided } from '#shared/review-schema.ts'
import { markedDetail } from '../accounts/own-orders.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { recordBalance } from '../inventory/record-balance.ts'
import { createPayout } from '../payouts/create-payout.ts'
import { findLivePayout, type MoneyConflict } from '../payouts/decision-money.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { getSubmission } from '../submissions/list-submissions.ts'
import { lockForDecision } from './lock-for-decision.ts'
import { endLock } from './review-lock.ts'
import { versionConflict } from './version-conflict.ts'

/** Version, lock and undo are as in `decide`. The payout is held until the approval cannot be undone. */
export async function approve(ctx: CallContext, staff: Actor, input: ApproveInput): Promise<Decided> {
  const { app } = ctx
  const made = await inTransaction(ctx, (tx) => record(app, tx, staff, input))
  if (made === 'stale') throw await versionConflict(app, staff, input.submissionId)
  if ('conflict' in made) throw await versionConflict(app, staff, input.submissionId, made.conflict)
  const submission = await getSubmission(app, staff, input.submissionId)
  return made.undoUntil === null ? submission : { ...submission, undoUntil: made.undoUntil }
}

async function record(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  input: ApproveInput,
): Promise<{ undoUntil: string | null } | MoneyConflict | 'stale'> {
  const locked = await lockForDecision(app, tx, staff, input)
  if (locked === 'stale') return 'stale'
  const { current, mark } = locked
  const present = await findLivePayout(tx, current.id)
  if (present) return { conflict: payoutMessages.hasPayout(present.id) }
  const undoUntil = input.undoable ? timestamp(app.clock, UNDO_MS) : null
  const reason = input.reason || approvedReason
  const change = { status: 'processing', reason, changedBy: staff.id, undoUntil } as const
  const version = await changeStatus(app, tx, current, change)
  const born = { approvedBy: staff.id, orderVersion: version, readyAt: undoUntil }
  const payout = await createPayout(app, tx, current, born)
  await recordBalance(app, tx, staff, current, input.balance)
  await endLock(app, tx, current.id)
  await audit(app, tx, staff, 'submission.approved', current.id, markedDetail(mark, payout.id))
  return { undoUntil }
}
