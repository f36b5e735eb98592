import type { AppealListInput, StaffAppeal } from '#shared/case-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { hasPermission } from '#shared/staff-role.ts'
import { hasScope } from '../accounts/api-tokens/find-token-holder.ts'
import type { AppContext } from '../context.ts'
import { listPicturesOf } from '../files/file-queries.ts'
import { namedFileView } from '../files/file-view.ts'
import { sumRepaid } from '../payouts/problem-queries.ts'
import { timestamp } from '../platform/clock.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { idsOf } from '../platform/ids.ts'
import { fieldsOf, moneyOf } from '../platform/without-nulls.ts'
import { listChecks } from '../submissions/balance-check-queries.ts'
import { evidenceView, openAppealView } from '../submissions/case-views.ts'
import type { StaffReader } from '../submissions/submission-views.ts'
import { decidesAs } from './appeals.ts'
import { listOpenAppeals, type NamedAppeal } from './case-queries.ts'

/** The open ones that this role, or the scopes of the token, see, the earliest due first. */
export async function listAppeals(app: AppContext, staff: { id: string } & StaffReader, input: AppealListInput) {
  const answers = {
    review: hasPermission(staff.role, 'review') && hasScope(staff, 'submissions:read'),
    pay: hasPermission(staff.role, 'pay') && hasScope(staff, 'payouts:read'),
  }
  const { rows, ...counted } = await listOpenAppeals(app.db, answers, input, timestamp(app.clock))
  const files = await listPicturesOf(app.db, 'appeal_id', idsOf(rows))
  const problemIds = rows.flatMap(({ problem_id }) => problem_id ?? [])
  const repaidOf = await sumRepaid(app.db, problemIds)
  const evidence = await listPicturesOf(app.db, 'problem_id', problemIds)
  const data: StaffAppeal[] = []
  for (const row of rows) {
    data.push({
      ...namedView(app, row),
      files: files.filter(({ appeal_id }) => appeal_id === row.id).map(namedFileView),
      evidence: evidence
        .filter(({ problem_id }) => row.problem_id !== null && problem_id === row.problem_id)
        .map(namedFileView),
      checks: (await listChecks(app.db, row.submission_id)).map((check) => ({
        ...fieldsOf(check, 'id', 'checked_by_name as by'),
        ...evidenceView(check),
      })),
      ...(row.problem_id !== null && { repaid: dollarsFromCents(repaidOf(row.problem_id)) }),
      mayAnswer: (await decidesAs(app, app.db, staff.id, { appeal: row, customerId: row.user_id })) !== undefined,
    })
  }
  return { data, ...counted }
}

function namedView(app: AppContext, row: NamedAppeal) {
  const { problem_id: problemId, problem_reason_encrypted: reason_encrypted } = row
  const isClawback = problemId !== null
  const problem = { id: problemId ?? '', reason_encrypted }
  return {
    ...openAppealView(app, row),
    ...fieldsOf(row, 'submission_id', 'card_brand as brand', 'card_type'),
    ...moneyOf(row, 'card_value_cents', 'payout_cents as payoutAmount'),
    decision: {
      reason: isClawback
        ? (textIn(app.keyring, 'order_problems', problem, 'reason_encrypted') ?? null)
        : row.decision_reason,
      by: (isClawback ? row.problem_decided_by_name : row.decision_by_name) ?? '',
      at: (isClawback ? row.problem_decided_at : row.decision_at) ?? row.opened_at,
    },
    ...(isClawback && { owed: dollarsFromCents(row.problem_owed_cents ?? 0) }),
  }
}
