import { appealMessages, isAppealableReason, isAppealReason } from '#shared/appeal.ts'
import type { BalanceCheck, ShownEvidence } from '#shared/balance-check-schema.ts'
import type { OrderAppeal, RequestView, StaffRequest } from '#shared/case-schema.ts'
import { dollarsFromCents, fractionFromBps } from '#shared/money.ts'
import { codeOfReason } from '#shared/reason-code.ts'
import type { AppContext } from '../context.ts'
import { listPicturesOf } from '../files/file-queries.ts'
import { namedFileView } from '../files/file-view.ts'
import { DAY_MS, later, timestamp } from '../platform/clock.ts'
import type { AppealTable, InformationRequestTable } from '../platform/db/case-tables.ts'
import type { Db } from '../platform/db/database.ts'
import type { BalanceCheckTable } from '../platform/db/file-tables.ts'
import type { StatusChangeTable, SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { fieldsOf, moneyOf, withoutNulls } from '../platform/without-nulls.ts'
import type { NamedCheck } from './balance-check-queries.ts'
import { findStandingProblem, listAppealsOf } from './case-queries.ts'

export function requestView({ keyring, catalogue }: AppContext, row: InformationRequestTable): RequestView {
  const { card_brand: brand, value_cents: value, rate_bps: rate, payout_cents: payout } = row
  return {
    ...fieldsOf(row, 'id', 'made_at', 'due_at'),
    type: row.kind,
    ...withoutNulls({
      words: textIn(keyring, 'information_requests', row, 'note_encrypted'),
      wants: row.wants === null ? null : JSON.parse(row.wants),
    }),
    ...(brand !== null &&
      value !== null &&
      rate !== null &&
      payout !== null && {
        offer: {
          cardBrand: brand,
          giftCardName: catalogue.current.find(brand)?.name ?? brand,
          cardValue: dollarsFromCents(value),
          exchangeRate: fractionFromBps(rate),
          payoutAmount: dollarsFromCents(payout),
        },
      }),
  }
}

export function staffRequestView(parts: AppContext, row: InformationRequestTable): StaffRequest {
  return { ...requestView(parts, row), state: row.state, ...withoutNulls(fieldsOf(row, 'closed_at')) }
}

export function checkView(keyring: Keyring, check: NamedCheck): BalanceCheck {
  const note = textIn(keyring, 'balance_checks', check, 'note_encrypted')
  const { fileId: evidenceId, ...finding } = evidenceView(check)
  return { ...fieldsOf(check, 'id', 'checked_by_name as by'), ...finding, ...withoutNulls({ note, evidenceId }) }
}

/** What the customer sees of a check: not who made it, and no note. */
export function evidenceView(check: BalanceCheckTable): ShownEvidence {
  const more = { ...moneyOf(check, 'balance_cents'), ...fieldsOf(check, 'file_id') }
  return { ...fieldsOf(check, 'outcome', 'how', 'checked_at as at'), ...withoutNulls(more) }
}

/** The newest appeal as its seller reads it, and until when they may appeal. */
export async function appealParts(app: AppContext, order: SubmissionTable, history: readonly StatusChangeTable[]) {
  const appeals = await listAppealsOf(app.db, order.id)
  const newest = appeals.at(-1)
  const appealable = await appealableOf(app, app.db, order, { history, appeals })
  return {
    ...(newest && { appeal: await appealView(app, newest) }),
    ...('until' in appealable && {
      mayAppealUntil: appealable.until,
      appealAnswerHours: app.policies.get('appeals').answerHours,
    }),
  }
}

async function appealView(app: AppContext, row: AppealTable): Promise<OrderAppeal> {
  const answer = textIn(app.keyring, 'appeals', row, 'answer_encrypted')
  const files = await listPicturesOf(app.db, 'appeal_id', [row.id])
  return {
    ...openAppealView(app, row),
    state: row.state,
    files: files.map(namedFileView),
    ...withoutNulls({ answer, ...fieldsOf(row, 'decided_at', 'decided_as') }),
  }
}

export function openAppealView(app: AppContext, row: AppealTable) {
  return {
    ...fieldsOf(row, 'id', 'opened_at', 'due_at'),
    against: row.problem_id === null ? ('rejection' as const) : ('claw-back' as const),
    ...(row.state === 'open' && row.due_at <= timestamp(app.clock) && { isLate: true as const }),
    ...withoutNulls({ words: textIn(app.keyring, 'appeals', row, 'words_encrypted') }),
  }
}

/** The decision that a seller may appeal, and until when (ISO 8601). */
type Appealable = Pick<AppealTable, 'decision_id' | 'problem_id'> & { until: string }

/** The claw back, or the newest decision if it is a rejection; or why there is none. `history` is oldest first. */
export async function appealableOf(
  app: AppContext,
  db: Db,
  order: Pick<SubmissionTable, 'id' | 'user_id' | 'status' | 'evidence_due_at'>,
  { history, appeals }: { history: readonly StatusChangeTable[]; appeals: readonly AppealTable[] },
): Promise<Appealable | { refusal: string }> {
  const problem = await findStandingProblem(db, order.id)
  if (problem) {
    if (problem.state !== 'clawed-back' || problem.decided_at === null) return { refusal: appealMessages.notAppealable }
    if (appeals.some(({ problem_id }) => problem_id === problem.id)) return { refusal: appealMessages.isAppealed }
    return inTime(app, { decision_id: null, problem_id: problem.id }, problem.decided_at)
  }
  const decision = history.findLast(({ undo_mark }) => undo_mark === null)
  if (order.status !== 'rejected' || !decision || decision.to_status !== 'rejected')
    return { refusal: appealMessages.notAppealable }
  const code = decision.reason_code ?? codeOfReason('rejected', decision.reason)
  if (isAppealReason(code)) return { refusal: appealMessages.isAppealed }
  const isByStaff = decision.changed_by !== order.user_id
  if (!isByStaff || !isAppealableReason(code)) return { refusal: appealMessages.notAppealable }
  if (appeals.some(({ decision_id }) => decision_id === decision.id)) return { refusal: appealMessages.isAppealed }
  if ((decision.undo_until ?? '') > timestamp(app.clock)) return { refusal: appealMessages.stillDeciding }
  // While evidence is owed, the time to appeal has not begun.
  const since = order.evidence_due_at === null ? decision.changed_at : timestamp(app.clock)
  return inTime(app, { decision_id: decision.id, problem_id: null }, since)
}

function inTime(
  { clock, policies }: AppContext,
  decision: Pick<AppealTable, 'decision_id' | 'problem_id'>,
  decidedAt: string,
): Appealable | { refusal: string } {
  const until = later(decidedAt, policies.get('appeals').windowDays * DAY_MS)
  return until > timestamp(clock) ? { ...decision, until } : { refusal: appealMessages.tooLate }
}
