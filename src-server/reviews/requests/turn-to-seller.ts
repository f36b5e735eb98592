import { requestMessages } from '#shared/information-request.ts'
import { UNDO_MS } from '#shared/review.ts'
import type { Decided } from '#shared/review-schema.ts'
import { openStatuses } from '#shared/submission.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { findLivePayout } from '../../payouts/decision-money.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { table } from '../../platform/db/table.ts'
import { AppError } from '../../platform/errors.ts'
import { getSubmission } from '../../submissions/list-submissions.ts'
import { lockForDecision } from '../lock-for-decision.ts'
import { endLock } from '../review-lock.ts'
import { versionConflict } from '../version-conflict.ts'

type Turn = { order: SubmissionTable; mark: string; undoUntil: string | null }
type Input = { submissionId: string; version: number; undoable?: boolean | undefined }

/** Runs `record` with the locked order and ends the review lock. Version, lock and undo are as in `decide`. */
export async function turnToSeller(
  ctx: CallContext,
  staff: Actor,
  input: Input,
  record: (tx: Tx, turn: Turn) => Promise<void>,
): Promise<Decided> {
  const { app } = ctx
  const undoUntil = input.undoable ? timestamp(app.clock, UNDO_MS) : null
  const isMade = await inTransaction(ctx, async (tx) => {
    const locked = await lockForDecision(app, tx, staff, input)
    if (locked === 'stale') return false
    const { current: order, mark } = locked
    await assertMayRequest(tx, order)
    await record(tx, { order, mark, undoUntil })
    await endLock(app, tx, order.id)
    return true
  })
  if (!isMade) throw await versionConflict(app, staff, input.submissionId)
  const submission = await getSubmission(app, staff, input.submissionId)
  return undoUntil === null ? submission : { ...submission, undoUntil }
}

async function assertMayRequest(tx: Tx, order: SubmissionTable): Promise<void> {
  if (!openStatuses.some((status) => status === order.status)) throw new AppError('conflict', requestMessages.ended)
  if (await findLivePayout(tx, order.id)) throw new AppError('conflict', requestMessages.ended)
  if (await table('information_requests').find(tx, { submission_id: order.id, state: 'open' }))
    throw new AppError('conflict', requestMessages.alreadyOpen)
  if (order.purged_at !== null) throw new AppError('unprocessable', requestMessages.erased)
}
