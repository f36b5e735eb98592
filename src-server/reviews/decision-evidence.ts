import { CHECK_COUNTS_MS, checkMessages, EVIDENCE_OWED_MS, foundFault } from '#shared/balance-check.ts'
import { needsEvidence, type ReasonCode } from '#shared/reason-code.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { BalanceCheckTable } from '../platform/db/file-tables.ts'
import { table } from '../platform/db/table.ts'
import { invalid } from '../platform/errors.ts'
import { findNewestCheckBy } from '../submissions/balance-check-queries.ts'
import { evidenceDueOf } from '../submissions/evidence-due.ts'

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
  return new Date(Date.parse(decision.decidedAt) + EVIDENCE_OWED_MS).toISOString()
}

export function isEvidence(check: Pick<BalanceCheckTable, 'file_id' | 'outcome'> | undefined): boolean {
  return check !== undefined && check.file_id !== null && foundFault(check.outcome)
}

function isOwed(status: ReviewStatus, code: ReasonCode | null): boolean {
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
