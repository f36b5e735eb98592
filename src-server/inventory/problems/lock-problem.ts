import { problemMessages } from '#shared/problem.ts'
import { auditOwnOrder, type MarkedAudit } from '../../accounts/staff-links.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { emitPayoutChanged } from '../../payouts/payout-state.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { OrderProblemTable } from '../../platform/db/problem-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { lockSubmission } from '../../submissions/submission-queries.ts'

export const noPlan = { planned_encrypted: null, planned_by: null, planned_until: null } as const

/** `audit` is about the order. */
export type LockedProblem = { problem: OrderProblemTable; order: SubmissionTable; audit: MarkedAudit }
type ProblemVersion = { id: string; version: number }

/** Locks the customer, the order and the problem for staff. */
export async function lockProblemFor(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { id, version }: ProblemVersion,
): Promise<LockedProblem> {
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
  const handled = { permission: 'pay', customerId: order.user_id } as const
  return { problem, order, audit: await auditOwnOrder(app, tx, staff, handled, order.id) }
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

/** Locks the order, then its problem. @throws AppError 'not_found' */
export async function lockProblem(tx: Tx, id: string): Promise<Omit<LockedProblem, 'audit'>> {
  const found = await table('order_problems').find(tx, { id })
  const order = found && (await lockSubmission(tx, found.submission_id))
  const problem = await table('order_problems').findLocked(tx, { id })
  if (!order || !problem) throw notFound()
  return { problem, order }
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
  if (
    !(await table('order_problems').update(
      tx,
      { id: problem.id, version: problem.version },
      { ...changes, closed_at, version: problem.version + 1 },
    ))
  )
    throw conflict(problemMessages.changed)
  const payout = { id: problem.payout_id, user_id: problem.user_id }
  await emitPayoutChanged(app, tx, payout, problem.submission_id)
  return { ...next, closed_at, version: problem.version + 1 }
}
