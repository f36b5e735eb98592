import type { SystemReasonCode } from '#shared/system-reasons.ts'
import type { AppContext } from '../context.ts'
import type { AppealTable } from '../platform/db/appeal-tables.ts'
import type { Tx } from '../platform/db/database.ts'
import type { BalanceCheckTable } from '../platform/db/file-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { changeStatus, systemReason } from '../submissions/change-status.ts'
import { changeProblem, lockProblem } from './lock-problem.ts'

type Appealed = Pick<AppealTable, 'problem_id'> & { order: SubmissionTable }
type Note = {
  code: Extract<SystemReasonCode, `appeal-${string}`>
  by: string
  check?: BalanceCheckTable | undefined
}

/** Status, reason and owed evidence stay, but a `check` with a picture is the evidence. */
export async function noteAppeal(app: AppContext, tx: Tx, { problem_id, order }: Appealed, { code, by, check }: Note) {
  if (problem_id !== null) {
    await changeProblem(app, tx, (await lockProblem(tx, problem_id)).problem, {})
    return
  }
  const { status_reason, status_reason_code } = order
  const evidence_due_at = check?.file_id ? null : order.evidence_due_at
  const resumed = { columns: { status_reason, status_reason_code, evidence_due_at } }
  const about = { ...systemReason(code), changedBy: by, checkId: check?.id ?? null }
  await changeStatus(app, tx, order, { status: 'rejected', ...about, resumed })
}
