import { appealMessages } from '#shared/appeal.ts'
import { formatCents } from '#shared/money.ts'
import type { RepaymentAccount } from '#shared/problem.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { repaidReturnTransfer, waiverTransfer } from '../../payouts/clawback-transfers.ts'
import { postTransfers } from '../../payouts/ledger/post-transfers.ts'
import { insertEntry } from '../../payouts/problem-queries.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderProblemTable } from '../../platform/db/problem-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { changeStatus } from '../../submissions/change-status.ts'
import { updateStatus } from '../../submissions/submission-queries.ts'
import { changeProblem } from './lock-problem.ts'
import { listEntries, listOpenOffers } from './problem-queries.ts'
import { endOfferFor } from './set-off.ts'

const noEvidenceDue = { evidence_due_at: null }

/**
 * In a transaction that has locked order and problem. The rest is waived, and what was repaid is booked as sent back
 * from `returnedFrom`; the loss stays with the site. An order that was rejected with the claw back is completed again.
 */
export async function reverseClawback(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  {
    problem,
    order,
    returnedFrom,
  }: { problem: OrderProblemTable; order: SubmissionTable; returnedFrom: RepaymentAccount | undefined },
): Promise<void> {
  const left = problem.left_cents
  const entries = await listEntries(tx, [problem.id])
  const repaid = entries.reduce((sum, { kind, amount_cents }) => {
    return kind === 'repaid' || kind === 'set-off' || kind === 'came-back' ? sum + amount_cents : sum
  }, 0)
  const now = timestamp(app.clock)
  const made = { at: now.slice(0, 10), reference: null, payout_id: null, made_by: staff.id, made_at: now }
  if (left > 0) {
    const id = newId()
    await insertEntry(tx, { id, problem_id: problem.id, kind: 'waived', amount_cents: left, ...made })
    await postTransfers(app, tx, [waiverTransfer({ problem, id, cents: left, by: staff.id })])
  }
  if (repaid > 0) {
    if (!returnedFrom)
      throw new AppError('bad_request', appealMessages.noReturn(formatCents(repaid)), { field: 'returnedFrom' })
    const id = newId()
    await insertEntry(tx, { id, problem_id: problem.id, kind: 'returned', amount_cents: repaid, ...made })
    await postTransfers(app, tx, [repaidReturnTransfer({ problem, id, cents: repaid, by: staff.id }, returnedFrom)])
  }
  await changeProblem(app, tx, problem, { left_cents: 0 })
  for (const offer of await listOpenOffers(tx, problem.id))
    await endOfferFor(app, tx, offer, { state: 'withdrawn', by: staff.id })
  if (order.status !== 'rejected') return void (await updateStatus(tx, order.id, order.version, noEvidenceDue))
  const change = { status: 'completed', reason: null, changedBy: staff.id, undoUntil: null } as const
  await changeStatus(app, tx, order, { ...change, resumed: { columns: {} } })
}
