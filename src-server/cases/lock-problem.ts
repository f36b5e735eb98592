import { centsFromDollars } from '#shared/money.ts'
import { problemMessages, problemNeedsEvidence } from '#shared/problem.ts'
import { auditOwnOrder, type MarkedAudit } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { moveEvidence } from '../files/evidence-queries.ts'
import { listPicturesOf } from '../files/file-queries.ts'
import { emitPayoutChanged } from '../payouts/change-payout.ts'
import { timestamp } from '../platform/clock.ts'
import type { OrderProblemTable } from '../platform/db/case-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict, invalid, notFound } from '../platform/errors.ts'
import { evidenceDueOf } from '../reviews/record-check.ts'
import { lockCase } from './case-steps.ts'

export const noPlan = { planned_encrypted: null, planned_by: null, planned_until: null } as const

/** `audit` is about the order. */
export type LockedProblem = { problem: OrderProblemTable; order: SubmissionTable; audit: MarkedAudit }
type ProblemVersion = { id: string; version: number }

/** Locks the customer, the order and the problem for staff. */
export async function lockProblemFor(app: AppContext, tx: Tx, staff: Actor, { id, version }: ProblemVersion) {
  const locked = await withAudit(app, tx, staff, await lockProblem(tx, id))
  if (locked.problem.version !== version) throw conflict(problemMessages.changed)
  return locked
}

/** Refuses staff who are the customer of the order. */
export async function withAudit(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { problem, order }: Omit<LockedProblem, 'audit'>,
): Promise<LockedProblem> {
  return { problem, order, audit: await auditOwnOrder(app, tx, staff, 'pay', order) }
}

/** Does `work` with a problem that staff change, in one transaction. */
export function inProblemChange<Result>(
  ctx: CallContext,
  staff: Actor,
  input: ProblemVersion,
  work: (tx: Tx, locked: LockedProblem, app: AppContext) => Promise<Result>,
): Promise<Result> {
  return inTransaction(ctx, async (tx, app) => work(tx, await lockProblemFor(app, tx, staff, input), app))
}

/** @throws AppError 'not_found' */
export async function lockProblem(tx: Tx, id: string): Promise<Omit<LockedProblem, 'audit'>> {
  const locked = await lockCase(tx, table('order_problems'), id)
  if (!locked) throw notFound()
  return { problem: locked.row, order: locked.order }
}

/** Closes a problem that is decided and repaid. @throws AppError 'conflict' when a concurrent change was first */
export async function changeProblem(
  app: AppContext,
  tx: Tx,
  problem: OrderProblemTable,
  changes: Partial<OrderProblemTable>,
): Promise<OrderProblemTable> {
  const next = { ...problem, ...changes }
  const isClosed = next.state !== 'open' && next.left_cents === 0
  const closed_at = isClosed ? (problem.closed_at ?? timestamp(app.clock)) : null
  const { id, version } = problem
  const written = { ...changes, closed_at, version: version + 1 }
  if (!(await table('order_problems').update(tx, { id, version }, written))) throw conflict(problemMessages.changed)
  const payout = { id: problem.payout_id, user_id: problem.user_id }
  await emitPayoutChanged(app, tx, payout, problem.submission_id)
  return { ...next, ...written }
}

/** Above zero, or the refusal names the field. */
export function centsOf(dollars: number | undefined, field: string) {
  const cents = dollars === undefined || dollars <= 0 ? null : centsFromDollars(dollars)
  if (cents === null) throw invalid(field, problemMessages.noAmount)
  return cents
}

/** Only redacted pictures of the order, taken by this person. */
export async function addPictures(
  tx: Tx,
  to: { submissionId: string; ownerId: string; problemId: string },
  evidenceIds: readonly string[] = [],
) {
  const ids = [...new Set(evidenceIds)]
  if ((await moveEvidence(tx, ids, to)) < ids.length) throw invalid('evidenceIds', problemMessages.otherPictures)
}

/** What the seller sees: the pictures of the problem, or until when evidence is owed. */
export async function clawbackEvidence(app: AppContext, tx: Tx, { id, kind }: Pick<OrderProblemTable, 'id' | 'kind'>) {
  if ((await listPicturesOf(tx, 'problem_id', [id])).length > 0)
    return { evidence: 'shown' as const, evidenceDueAt: null }
  if (!problemNeedsEvidence(kind)) return { evidenceDueAt: null }
  return { evidence: 'owed' as const, evidenceDueAt: evidenceDueOf(app, 'evidenceIds') }
}
