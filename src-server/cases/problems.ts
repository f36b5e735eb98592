import { centsFromDollars } from '#shared/money.ts'
import { problemMessages, problemNeedsEvidence, reviewNote } from '#shared/problem.ts'
import type { ReportProblemInput } from '#shared/problem-schema.ts'
import { auditOwnOrder, type MarkedAudit, reviewOrPay } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { attachFiles } from '../files/attach-files.ts'
import { distinctFiles } from '../files/distinct-files.ts'
import { findOrderOfFiles, moveEvidence } from '../files/evidence-queries.ts'
import { listPicturesOf } from '../files/file-queries.ts'
import { removeUnlessUsed, type StoredFile } from '../files/store-file.ts'
import { type Redacted, storePainted } from '../files/store-painted.ts'
import { emitPayoutChanged } from '../payouts/change-payout.ts'
import { findLivePayout } from '../payouts/decision-money.ts'
import { holdUnsent } from '../payouts/payout-holds.ts'
import { timestamp } from '../platform/clock.ts'
import { businessDay, today } from '../platform/days.ts'
import type { OrderProblemTable } from '../platform/db/case-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { encryptAnyText } from '../platform/encryption/encrypted-text.ts'
import { conflict, invalid, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { evidenceDueOf } from '../reviews/record-check.ts'
import { findStandingProblem } from '../submissions/case-queries.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
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

/** What has not left for this customer, and new payouts, are held until the decision. Returns the id. */
export async function reportProblem(
  ctx: CallContext,
  staff: Actor,
  input: ReportProblemInput,
  pictures: readonly Redacted[] = [],
) {
  // Before the pictures are decoded.
  if (pictures.length > 0 && !(await findOrderOfFiles(ctx.app.db, input.submissionId))) throw notFound()
  const painted: StoredFile[] = []
  return removeUnlessUsed(ctx.app, painted, async () => {
    for (const picture of pictures) painted.push(await storePainted(ctx.app, staff.id, picture))
    return report(ctx, staff, input, painted)
  })
}

function report(
  ctx: CallContext,
  staff: Actor,
  { submissionId, kind, foundOn, note, evidenceIds = [] }: ReportProblemInput,
  painted: readonly StoredFile[],
) {
  return inTransaction(ctx, async (tx, app) => {
    const order = await lockSubmission(tx, submissionId)
    if (!order || order.status === 'registered') throw notFound()
    const audit = await auditOwnOrder(app, tx, staff, await reviewOrPay(tx, staff), order)
    const payout = await findLivePayout(tx, order.id)
    if (payout?.state !== 'sent' && payout?.state !== 'paid') throw conflict(problemMessages.notPaid)
    const other = await findStandingProblem(tx, order.id)
    if (other) throw conflict(other.state === 'open' ? problemMessages.isReported : problemMessages.isDecided)
    const now = timestamp(app.clock)
    if (foundOn > today(app)) throw invalidDay(problemMessages.future)
    if (foundOn < businessDay(app, order.created_at)) throw invalidDay(problemMessages.beforeOrder)
    const id = newId()
    await table('order_problems').insert(tx, {
      id,
      submission_id: order.id,
      payout_id: payout.id,
      user_id: order.user_id,
      kind,
      found_at: foundOn,
      note_encrypted: encryptAnyText(app.keyring, 'order_problems', id, 'note_encrypted', note),
      reported_by: staff.id,
      reported_at: now,
      state: 'open',
      owed_cents: 0,
      left_cents: 0,
      version: 1,
    })
    await attachFiles(tx, staff.id, { problemId: id, kind: 'evidence' }, distinctFiles(painted), painted)
    await addPictures(tx, { submissionId: order.id, ownerId: staff.id, problemId: id }, evidenceIds)
    await holdUnsent(app, tx, staff, order.user_id, { kind: 'under-review', note: reviewNote(order.id) })
    await audit('problem.reported', kind)
    await emitPayoutChanged(app, tx, payout, order.id)
    return { id }
  })
}

const invalidDay = (message: string) => invalid('foundOn', message)
