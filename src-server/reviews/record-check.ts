import {
  CHECK_COUNTS_MS,
  checkMessages,
  EVIDENCE_OWED_MS,
  foundFault,
  MOST_CHECKED_CENTS,
  measuredOutcomes,
} from '#shared/balance-check.ts'
import type { RecordCheckInput } from '#shared/balance-check-schema.ts'
import { centsFromDollars } from '#shared/money.ts'
import { needsEvidence, type ReasonCode } from '#shared/reason-code.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import { auditOwnOrder } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { findFile } from '../files/file-queries.ts'
import { restock } from '../payouts/item-queries.ts'
import { later, timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { BalanceCheckTable } from '../platform/db/file-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { encryptAnyText } from '../platform/encryption/encrypted-text.ts'
import { AppError, invalid, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { findNewestCheckBy } from '../submissions/balance-check-queries.ts'
import { checkView } from '../submissions/case-views.ts'
import { mailCustomer } from '../submissions/submission-email.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { linkEvidence } from './review-queries.ts'

/** Checks are never changed. The picture is the evidence of a decision for which one is owed. */
export async function recordCheck(ctx: CallContext, staff: Actor & { name: string }, input: RecordCheckInput) {
  const check = await inTransaction(ctx, async (tx, app) => {
    const order = await lockSubmission(tx, input.submissionId)
    if (!order || order.status === 'registered') throw notFound()
    const audit = await auditOwnOrder(app, tx, staff, 'review', order)
    const row = await newCheck(app, tx, staff, order, input)
    await table('balance_checks').insert(tx, row)
    await payEvidence(app, tx, order, row)
    await restock(app, tx, order.id)
    await audit('check.recorded', row.outcome)
    const event = { submissionId: order.id, customerId: order.user_id }
    await app.events.emit(tx, { name: 'submission.status-changed', ...event })
    return row
  })
  return checkView(ctx.app.keyring, { ...check, checked_by_name: staff.name })
}

async function newCheck(
  { keyring, clock }: AppContext,
  tx: Tx,
  staff: Actor,
  order: SubmissionTable,
  input: RecordCheckInput,
): Promise<BalanceCheckTable> {
  const { outcome, how, evidenceId } = input
  const id = newId()
  const file = evidenceId === undefined ? undefined : await findFile(tx, evidenceId)
  if (evidenceId !== undefined && !(file?.submission_id === order.id && file.kind === 'evidence'))
    throw invalid('evidenceId', checkMessages.goneEvidence)
  return {
    id,
    submission_id: order.id,
    checked_by: staff.id,
    checked_at: timestamp(clock),
    how,
    outcome,
    balance_cents: balanceCents(order, input),
    note_encrypted: encryptAnyText(keyring, 'balance_checks', id, 'note_encrypted', input.note),
    file_id: file?.id ?? null,
    order_version: order.version,
  }
}

function balanceCents(order: SubmissionTable, { outcome, balance }: RecordCheckInput) {
  const wrong = (message: string) => invalid('balance', message)
  if (!measuredOutcomes.includes(outcome)) {
    if (balance !== undefined) throw wrong(checkMessages.balanceOfOther)
    return null
  }
  const cents = balance === undefined ? null : centsFromDollars(balance)
  if (cents === null || cents < 1 || cents > MOST_CHECKED_CENTS) throw wrong(checkMessages.badBalance)
  const isLower = cents < order.card_value_cents
  if (cents === order.card_value_cents || isLower !== (outcome === 'lower')) throw wrong(checkMessages.notLower)
  return cents
}

/** Bases the newest decision on this check if evidence is owed for it, and mails it once no undo is possible. */
async function payEvidence(app: AppContext, tx: Tx, order: SubmissionTable, check: BalanceCheckTable) {
  if (order.evidence_due_at === null || !isEvidence(check)) return
  const decision = await table('status_changes').find(tx, { submission_id: order.id, version: order.version })
  if (!decision) return
  await linkEvidence(tx, decision, check.id)
  if (decision.undo_until !== null && decision.undo_until > timestamp(app.clock)) return
  await mailCustomer(app, tx, order, { kind: 'evidence-added' })
}

type Decision = {
  submissionId: string
  status: ReviewStatus
  reasonCode: ReasonCode | null
  by: string
  checkId: string | undefined
}

/** The check that a decision is based on, and until when a picture is owed. */
export async function evidenceOf(app: AppContext, tx: Tx, { submissionId, status, reasonCode, by, checkId }: Decision) {
  const needsCheck = checkId !== undefined || status === 'rejected'
  const check = needsCheck ? await chosenCheck(app, tx, { submissionId, by, checkId }) : undefined
  const based = { checkId: check?.id ?? null, hasPicture: isEvidence(check) }
  if (!isOwed(status, reasonCode) || based.hasPicture) return { ...based, evidenceDueAt: null }
  if (needsEvidence(reasonCode)) return { ...based, evidenceDueAt: evidenceDueOf(app, 'checkId') }
  return { ...based, evidenceDueAt: timestamp(app.clock, EVIDENCE_OWED_MS) }
}

/** Until when evidence is owed for the decision of `decidedAt`, once a later one is undone. */
export async function formerEvidenceDue(
  tx: Tx,
  decision: { status: ReviewStatus; reasonCode: ReasonCode | null; checkId: string | null; decidedAt: string },
): Promise<string | null> {
  if (!isOwed(decision.status, decision.reasonCode)) return null
  const check = decision.checkId === null ? undefined : await table('balance_checks').find(tx, { id: decision.checkId })
  if (isEvidence(check)) return null
  return later(decision.decidedAt, EVIDENCE_OWED_MS)
}

function isEvidence(check: Pick<BalanceCheckTable, 'file_id' | 'outcome'> | undefined) {
  return check !== undefined && check.file_id !== null && foundFault(check.outcome)
}

function isOwed(status: ReviewStatus, code: ReasonCode | null) {
  return status === 'rejected' && (code === 'none' || needsEvidence(code))
}

/** By default the newest check of this person, while it counts. */
export async function chosenCheck(
  { clock }: AppContext,
  tx: Tx,
  { submissionId, by, checkId }: Pick<Decision, 'submissionId' | 'by' | 'checkId'>,
) {
  const since = timestamp(clock, -CHECK_COUNTS_MS)
  if (checkId === undefined) return findNewestCheckBy(tx, { submissionId, by, since })
  const check = await table('balance_checks').find(tx, { id: checkId })
  if (check?.submission_id !== submissionId) throw invalid('checkId', checkMessages.goneCheck)
  return check
}

/** Cents that an offer can be about; undefined when the check found what the seller has sent. */
export function offeredValue(
  order: Pick<SubmissionTable, 'card_value_cents'>,
  { outcome, balance_cents: found }: Pick<BalanceCheckTable, 'outcome' | 'balance_cents'>,
): number | undefined {
  if (outcome === 'lower' || outcome === 'higher') return found ?? undefined
  return outcome === 'full' ? (found ?? order.card_value_cents) : undefined
}

/** ISO 8601. @throws AppError naming `field` when the policy requires the picture with the decision */
export function evidenceDueOf(app: AppContext, field: string) {
  assertMayOweEvidence(app, field)
  return timestamp(app.clock, EVIDENCE_OWED_MS)
}

/** @throws AppError like `evidenceDueOf` */
export function assertMayOweEvidence({ policies }: AppContext, field: string) {
  if (policies.get('reviews').evidence === 'required')
    throw new AppError('unprocessable', checkMessages.evidenceRequired, { field })
}
