import { checkedAgainReason, payoutMessages } from '#shared/payout.ts'
import type { LiftHoldInput, PayoutNoteInput, ReleaseInput } from '#shared/payout-schema.ts'
import { problemMessages } from '#shared/problem.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { assertMayRelease } from '../controls/second-person.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutHoldTable } from '../platform/db/payout-tables.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { writeNote } from '../submissions/write-note.ts'
import { type HandledPayout, inPayoutChange, type PayoutVersion } from './change-payout.ts'
import { endUnsent } from './create-payout.ts'
import { liftHoldOf, putHold } from './payout-holds.ts'
import { liftReviewsOfEnded, listOpenHolds } from './payout-queries.ts'
import { listDeciders } from './second-person-queries.ts'

/** Holds a payout that has not left, until a colleague lifts it. */
export async function holdPayout(ctx: CallContext, staff: Actor, { note, ...input }: PayoutNoteInput) {
  await inPayoutChange(ctx, staff, input, async (tx, { payout, audit }, app) => {
    if (payout.state !== 'held' && payout.state !== 'ready') throw conflict(payoutMessages.wrongState)
    await putHold(app, tx, payout, { kind: 'by-hand', note, made_by: staff.id })
    await audit('payout.held', 'by-hand')
  })
}

/** Lifts one hold of a payout, which becomes ready if it was the last one. */
export async function liftPayoutHold(ctx: CallContext, staff: Actor, { holdId, amount, ...input }: LiftHoldInput) {
  await inPayoutChange(ctx, staff, input, async (tx, handled, app) => {
    const hold = (await listOpenHolds(tx, input.id, timestamp(app.clock))).find(({ id }) => id === holdId)
    if (!hold) throw notFound()
    if (hold.kind === 'set-off') throw conflict(problemMessages.offerHold)
    await lift(app, tx, staff, { ...handled, hold, amount })
  })
}

/** Releases a payout that waits for a second person. */
export async function releasePayout(
  ctx: CallContext,
  staff: Actor,
  { amount, ...input }: Partial<ReleaseInput> & PayoutVersion,
) {
  await inPayoutChange(ctx, staff, input, async (tx, handled, app) => {
    const holds = await listOpenHolds(tx, input.id, timestamp(app.clock))
    const hold = holds.find(({ kind }) => kind === 'second-person')
    if (!hold) throw conflict(payoutMessages.wrongState)
    await lift(app, tx, staff, { ...handled, hold, amount })
  })
}

async function lift(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { payout, audit, hold, amount }: HandledPayout & { hold: PayoutHoldTable; amount: number | undefined },
) {
  const isSecond = hold.kind === 'second-person'
  const { id, approved_by: askedBy, user_id, amount_cents: cents } = payout
  const released = { askedBy, involved: await listDeciders(tx, id), sellers: [user_id], cents, amount }
  const detail = isSecond ? await assertMayRelease(app, tx, staff, released) : hold.kind
  if (!(await liftHoldOf(app, tx, staff.id, { holdId: hold.id, payoutId: payout.id })))
    throw conflict(payoutMessages.changed)
  if (hold.kind === 'review') await liftReviewsOfEnded(tx, payout.user_id, { by: staff.id, at: timestamp(app.clock) })
  await audit(isSecond ? 'payout.released' : 'payout.lifted', detail)
}

/**
 * Cancels a payout that has not left. An approved order is pending again, with the reason as a note, because no payout
 * follows without another decision.
 */
export async function cancelByHand(ctx: CallContext, staff: Actor, { note, ...input }: PayoutNoteInput) {
  await inPayoutChange(ctx, staff, input, async (tx, { payout, order, audit }, app) => {
    if (payout.refund_of !== null) throw conflict(payoutMessages.isRefund)
    await endUnsent(app, tx, staff, payout, note)
    await audit('payout.canceled', 'by hand')
    await writeNote(app, tx, staff, { submissionId: order.id, text: note })
    if (order.status !== 'processing') return
    await changeStatus(app, tx, order, { status: 'pending', reason: checkedAgainReason, changedBy: staff.id })
  })
}
