import { appealMessages } from '#shared/appeal.ts'
import { formatCents } from '#shared/money.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { addEntry } from '../../payouts/clawback-entry.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderProblemTable } from '../../platform/db/problem-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { invalid } from '../../platform/errors.ts'
import { changeStatus } from '../../submissions/change-status.ts'
import { updateStatus } from '../../submissions/submission-queries.ts'
import { listEntries } from './problem-queries.ts'
import { endDebt } from './set-off.ts'

/** `refund`: the money account and the reference of the payment by which staff have sent back what was repaid. */
type Reversed = {
  problem: OrderProblemTable
  order: SubmissionTable
  refund: { account: string | undefined; reference: string | undefined }
}

const noEvidenceDue = { evidence_due_at: null }

/**
 * In a transaction that has locked order and problem. The rest is waived, and what was repaid is booked as sent back
 * with `refund`; the loss stays with the site. An order that was rejected with the claw back is completed again.
 * Returns the cents that were sent back.
 */
export async function reverseClawback(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { problem, order, refund: { account, reference } }: Reversed,
): Promise<number> {
  const left = problem.left_cents
  const entries = await listEntries(tx, [problem.id])
  const repaid = entries.reduce((sum, { kind, amount_cents }) => {
    return kind === 'repaid' || kind === 'set-off' || kind === 'came-back' ? sum + amount_cents : sum
  }, 0)
  if (left > 0) await addEntry(app, tx, { problem, kind: 'waived', cents: left, by: staff.id })
  if (repaid > 0) {
    if (!account) throw invalid('returnedFrom', appealMessages.noReturn(formatCents(repaid)))
    if (!reference) throw invalid('reference', appealMessages.noReference)
    await addEntry(app, tx, { problem, kind: 'returned', cents: repaid, by: staff.id, account, reference })
  }
  await endDebt(app, tx, staff, problem)
  if (order.status === 'rejected') {
    const resumed = { columns: {} }
    await changeStatus(app, tx, order, { status: 'completed', reason: null, changedBy: staff.id, resumed })
  } else await updateStatus(tx, order.id, order.version, noEvidenceDue)
  return repaid
}
