import { formatCents } from '#shared/money.ts'
import { problemMessages } from '#shared/problem.ts'
import type { RecordRepaymentInput, WaiveProblemInput } from '#shared/problem-schema.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { askedAct } from '../../controls/perform-act.ts'
import { addEntry } from '../../payouts/clawback-entry.ts'
import { findItem } from '../../payouts/item-queries.ts'
import { timestamp } from '../../platform/clock.ts'
import { businessDay, today } from '../../platform/days.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { writeNote } from '../../submissions/write-note.ts'
import { centsOf } from './cents-of.ts'
import { changeProblem, inProblemChange, lockProblemFor } from './lock-problem.ts'
import { listOpenOffers } from './problem-queries.ts'
import { endDebt, endOfferFor } from './set-off.ts'

/** Money that came in from a seller for a claw back. */
export async function recordRepayment(ctx: CallContext, staff: Actor, input: RecordRepaymentInput): Promise<void> {
  await inProblemChange(ctx, staff, input, async (tx, { problem, audit }, app) => {
    if (problem.left_cents === 0) throw conflict(problemMessages.notOwed)
    const cents = centsOf(input.amount, 'amount')
    if (cents > problem.left_cents) throw invalid('amount', problemMessages.beyondLeft(formatCents(problem.left_cents)))
    const decidedOn = businessDay(app, problem.decided_at ?? timestamp(app.clock))
    if (input.on > today(app)) throw invalid('on', problemMessages.future)
    if (input.on < decidedOn) throw invalid('on', problemMessages.beforeDecision)
    const { on, account, reference } = input
    const entry = { problem, kind: 'repaid', cents, by: staff.id, on, account, reference: reference || null } as const
    await addEntry(app, tx, entry)
    const changed = await changeProblem(app, tx, problem, { left_cents: problem.left_cents - cents })
    // More than the rest would be taken twice.
    let offered = 0
    for (const offer of await listOpenOffers(tx, problem.id)) {
      offered += offer.amount_cents
      if (offered > changed.left_cents) await endOfferFor(app, tx, offer, { state: 'withdrawn', by: staff.id })
    }
    await audit('problem.repaid', formatCents(cents))
  })
}

/** What is left stays a loss. Why is a note of the order. */
export const waiveProblem = askedAct('waiver', async (app, tx, staff, { note, ...input }: WaiveProblemInput, ask) => {
  const { problem, audit } = await lockProblemFor(app, tx, staff, input)
  const cents = problem.left_cents
  if (cents === 0) throw conflict(problemMessages.notOwed)
  const item = await findItem(tx, problem.submission_id)
  const approvedBy = item?.approved_by ?? null
  ask({ kind: 'card', id: problem.submission_id, cents, isLoss: true, approvedBy, seller: problem.user_id })
  await addEntry(app, tx, { problem, kind: 'waived', cents, by: staff.id })
  await endDebt(app, tx, staff, problem)
  await writeNote(app, tx, staff, { submissionId: problem.submission_id, text: note })
  await audit('problem.waived', formatCents(cents))
})
