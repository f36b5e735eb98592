import { formatCents } from '#shared/money.ts'
import { problemMessages } from '#shared/problem.ts'
import type { RecordRepaymentInput, WaiveProblemInput } from '#shared/problem-schema.ts'
import { markedDetail } from '../../accounts/own-orders.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { repaymentTransfer, waiverTransfer } from '../../payouts/clawback-transfers.ts'
import { postTransfers } from '../../payouts/ledger/post-transfers.ts'
import { insertEntry } from '../../payouts/problem-queries.ts'
import { timestamp } from '../../platform/clock.ts'
import { earliestDay, latestDay } from '../../platform/days.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { writeNote } from '../../submissions/write-note.ts'
import { centsOf } from './cents-of.ts'
import { changeProblem, lockProblemFor } from './lock-problem.ts'
import { listOpenOffers } from './problem-queries.ts'
import { endOfferFor } from './set-off.ts'

/** Money that came in from a seller for a claw back. */
export async function recordRepayment(ctx: CallContext, staff: Actor, input: RecordRepaymentInput): Promise<void> {
  const { app } = ctx
  await inTransaction(ctx, async (tx) => {
    const { problem, mark } = await lockProblemFor(app, tx, staff, input)
    if (problem.left_cents === 0) throw new AppError('conflict', problemMessages.notOwed)
    const cents = centsOf(input.amount, 'amount')
    if (cents > problem.left_cents)
      throw new AppError('bad_request', problemMessages.beyondLeft(formatCents(problem.left_cents)), {
        field: 'amount',
      })
    const now = timestamp(app.clock)
    if (input.on > latestDay(now)) throw new AppError('bad_request', problemMessages.future, { field: 'on' })
    if (input.on < earliestDay(problem.decided_at ?? now))
      throw new AppError('bad_request', problemMessages.beforeDecision, { field: 'on' })
    const id = newId()
    const entry = { id, problem_id: problem.id, kind: 'repaid', amount_cents: cents, at: input.on } as const
    const made = { payout_id: null, made_by: staff.id, made_at: now }
    await insertEntry(tx, { ...entry, ...made, reference: input.reference || null })
    await postTransfers(app, tx, [repaymentTransfer({ problem, id, cents, by: staff.id }, input.account)])
    const changed = await changeProblem(app, tx, problem, { left_cents: problem.left_cents - cents })
    // More than the rest would be taken twice.
    let offered = 0
    for (const offer of await listOpenOffers(tx, problem.id)) {
      offered += offer.amount_cents
      if (offered > changed.left_cents) await endOfferFor(app, tx, offer, { state: 'withdrawn', by: staff.id })
    }
    await audit(app, tx, staff, 'problem.repaid', problem.submission_id, markedDetail(mark, formatCents(cents)))
  })
}

/** What is left stays a loss. Why is a note of the order. */
export async function waiveProblem(
  ctx: CallContext,
  staff: Actor,
  { note, ...input }: WaiveProblemInput,
): Promise<void> {
  const { app } = ctx
  await inTransaction(ctx, async (tx) => {
    const { problem, mark } = await lockProblemFor(app, tx, staff, input)
    const cents = problem.left_cents
    if (cents === 0) throw new AppError('conflict', problemMessages.notOwed)
    const [id, now] = [newId(), timestamp(app.clock)]
    const entry = { id, problem_id: problem.id, kind: 'waived', amount_cents: cents, at: now.slice(0, 10) } as const
    await insertEntry(tx, { ...entry, reference: null, payout_id: null, made_by: staff.id, made_at: now })
    await postTransfers(app, tx, [waiverTransfer({ problem, id, cents, by: staff.id })])
    await changeProblem(app, tx, problem, { left_cents: 0 })
    for (const offer of await listOpenOffers(tx, problem.id))
      await endOfferFor(app, tx, offer, { state: 'withdrawn', by: staff.id })
    await writeNote(app, tx, staff, { submissionId: problem.submission_id, text: note })
    await audit(app, tx, staff, 'problem.waived', problem.submission_id, markedDetail(mark, formatCents(cents)))
  })
}
