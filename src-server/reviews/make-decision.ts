import { appealMessages } from '#shared/appeal.ts'
import { reviewMessages, UNDO_MS } from '#shared/review.ts'
import type { Decided } from '#shared/review-schema.ts'
import { submissionMessages } from '#shared/submission.ts'
import { isWithdrawn, withdrawalMessages } from '#shared/withdrawal.ts'
import { auditOwnOrder, type MarkedAudit } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { AppError, conflict, notFound } from '../platform/errors.ts'
import { findOpenAppeal } from '../submissions/case-queries.ts'
import { getSubmission } from '../submissions/list-submissions.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { findActiveLock } from './review-queries.ts'

type Input = { submissionId: string; version?: number | undefined; undoable?: boolean | undefined }
type Made = { undoUntil: string | null }
type Locked = Made & { order: SubmissionTable; audit: MarkedAudit }
type Decide<Result> = (tx: Tx, locked: Locked, app: AppContext) => Promise<Result>

/** The caller gets the current submission with it. */
export class OutdatedDecision extends AppError {
  constructor(message: string = submissionMessages.statusConflict) {
    super('conflict', message)
  }
}

/** A transaction of staff. @throws AppError 'conflict', with the current submission, for an `OutdatedDecision` */
export async function inDecision<Result>(
  ctx: CallContext,
  staff: Actor,
  submissionId: string,
  run: (tx: Tx, app: AppContext) => Promise<Result>,
) {
  try {
    return await inTransaction(ctx, run)
  } catch (error) {
    if (!(error instanceof OutdatedDecision)) throw error
    throw conflict(error.message, { newer: await getSubmission(ctx.app, staff, submissionId) })
  }
}

/**
 * Runs `record` with the locked order. With `version`, the decision needs the newest version, and no colleague may have
 * the lock; without it, the last writer wins. An `undoable` decision delays e-mail and erasure.
 * @throws AppError 'conflict' with the newer submission
 */
export function recordDecision<Result>(ctx: CallContext, staff: Actor, input: Input, record: Decide<Result>) {
  return inDecision(ctx, staff, input.submissionId, async (tx, app) => {
    const locked = await lockForDecision(app, tx, staff, input)
    return record(tx, { ...locked, undoUntil: input.undoable ? timestamp(app.clock, UNDO_MS) : null }, app)
  })
}

/** Like `recordDecision`; returns the submission after the decision. */
export async function makeDecision(ctx: CallContext, staff: Actor, input: Input, record: Decide<void>) {
  const made = await recordDecision(ctx, staff, input, async (tx, locked, app) => {
    await record(tx, locked, app)
    return locked
  })
  return decidedView(ctx, staff, input, made)
}

async function lockForDecision(app: AppContext, tx: Tx, staff: Actor, { submissionId, version }: Input) {
  const order = await lockSubmission(tx, submissionId)
  if (!order) throw notFound()
  if (order.status === 'registered')
    throw new AppError('unprocessable', "You can't change the status of a registration.")
  const audit = await auditOwnOrder(app, tx, staff, 'review', order)
  if (version !== undefined && version !== order.version) throw new OutdatedDecision()
  if (isWithdrawn({ status: order.status, statusReason: order.status_reason }))
    throw conflict(withdrawalMessages.withdrawn)
  if (order.status === 'rejected' && (await findOpenAppeal(tx, submissionId))) throw conflict(appealMessages.hasAppeal)
  const lock = version === undefined ? undefined : await findActiveLock(tx, submissionId, timestamp(app.clock))
  if (lock && lock.holder_id !== staff.id) throw conflict(reviewMessages.deciding(lock.holder_name))
  return { order, audit }
}

export async function decidedView(
  { app }: CallContext,
  staff: Actor,
  { submissionId }: Pick<Input, 'submissionId'>,
  { undoUntil }: Made,
): Promise<Decided> {
  const submission = await getSubmission(app, staff, submissionId)
  return undoUntil === null ? submission : { ...submission, undoUntil }
}
