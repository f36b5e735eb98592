import { formatCents } from '#shared/money.ts'
import { audit, noRequest, operator } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { OrderProblemTable } from '../platform/db/problem-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { mailCustomer } from '../submissions/submission-email.ts'
import { writeNote } from '../submissions/write-note.ts'
import { addEntry, returnedRestTransfer } from './clawback-entry.ts'
import { postTransfers } from './ledger/post-transfers.ts'
import { listOpenHolds } from './payout-queries.ts'
import { changePayout } from './payout-state.ts'
import { findClawback, reduceDebt, sumRepaid, withdrawOffers } from './problem-queries.ts'
import { liftHoldOf } from './release-payout.ts'

type Returned = { payout: PayoutTable; order: SubmissionTable; by: string }

/**
 * Sets a payout that came back against the open claw back of its order: nothing is owed for it any more, and the seller
 * owes less by its amount. Returns false without an open claw back.
 */
export async function setOffReturn(app: AppContext, tx: Tx, { payout, order, by }: Returned): Promise<boolean> {
  const problem = await findClawback(tx, { submissionId: order.id, cents: 1 })
  if (!problem) return false
  const cents = Math.min(problem.left_cents, payout.amount_cents)
  const at = timestamp(app.clock)
  const repaid = await sumRepaid(tx, problem.id)
  const entry = { problem, kind: 'came-back', cents, by, madeAt: at, reference: order.id, payoutId: payout.id } as const
  const id = await addEntry(app, tx, entry)
  await reduceDebt(tx, problem, { cents, at })
  await changePayout(app, tx, payout, { debt_ended_at: at })
  const rest = payout.amount_cents - cents
  if (rest > 0) await postTransfers(app, tx, [returnedRestTransfer({ problem, id, cents: rest, by })])
  if (repaid > 0) {
    const text = `The payout of ${formatCents(payout.amount_cents)} came back and was set against the claw back. The seller had repaid ${formatCents(repaid)}, which has to be sent back.`
    await writeNote(app, tx, { id: by, ...noRequest }, { submissionId: order.id, text })
  }
  await releaseOffered(app, tx, problem, { by, at })
  await audit(app, tx, operator, 'problem.repaid', order.id, `${payout.id} came back: ${formatCents(cents)}`)
  await mailCustomer(app, tx, order, { kind: 'clawback-settled', cents, leftCents: problem.left_cents - cents })
  return true
}

/** What is offered for the debt would be taken twice. */
async function releaseOffered(
  app: AppContext,
  tx: Tx,
  { id }: Pick<OrderProblemTable, 'id'>,
  { by, at }: { by: string; at: string },
) {
  for (const { payout_id } of await withdrawOffers(tx, id, at)) {
    const hold = (await listOpenHolds(tx, payout_id, at)).find(({ kind }) => kind === 'set-off')
    if (hold) await liftHoldOf(app, tx, by, { holdId: hold.id, payoutId: payout_id })
  }
}
