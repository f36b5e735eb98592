import { checkedAgainReason, payoutMessages } from '#shared/payout.ts'
import type { LiftHoldInput, PayoutNoteInput, ReleaseInput } from '#shared/payout-schema.ts'
import { problemMessages } from '#shared/problem.ts'
import { markedDetail } from '../accounts/own-orders.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { PayoutHoldTable, PayoutTable } from '../platform/db/payout-tables.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { changeStatus } from '../submissions/change-status.ts'
import { writeNote } from '../submissions/write-note.ts'
import { cancelPayout } from './cancel-payout.ts'
import { addHold } from './hold-customer.ts'
import { liftReviewsOfEnded } from './hold-queries.ts'
import { lockPayoutFor } from './lock-payout.ts'
import { listOpenHolds } from './payout-queries.ts'
import { liftHoldOf } from './release-payout.ts'
import { assertMayRelease } from './second-person.ts'

/** Holds a payout that has not left, until a colleague lifts it. */
export async function holdPayout(ctx: CallContext, staff: Actor, { note, ...input }: PayoutNoteInput): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { payout, mark } = await lockPayoutFor(ctx.app, tx, staff, input)
    if (payout.state !== 'held' && payout.state !== 'ready') throw new AppError('conflict', payoutMessages.wrongState)
    await addHold(ctx.app, tx, staff, payout, { kind: 'by-hand', note, mark })
  })
}

/** Lifts one hold of a payout, which becomes ready if it was the last one. */
export async function liftPayoutHold(
  ctx: CallContext,
  staff: Actor,
  { holdId, amount, ...input }: LiftHoldInput,
): Promise<void> {
  const { app } = ctx
  await inTransaction(ctx, async (tx) => {
    const { payout, mark } = await lockPayoutFor(app, tx, staff, input)
    const hold = (await listOpenHolds(tx, payout.id, timestamp(app.clock))).find(({ id }) => id === holdId)
    if (!hold) throw notFound()
    if (hold.kind === 'set-off') throw new AppError('conflict', problemMessages.offerHold)
    await lift(app, tx, staff, { payout, hold, amount, mark })
  })
}

/** Releases a payout that waits for a second person. */
export async function releasePayout(ctx: CallContext, staff: Actor, { amount, ...input }: ReleaseInput): Promise<void> {
  const { app } = ctx
  await inTransaction(ctx, async (tx) => {
    const { payout, mark } = await lockPayoutFor(app, tx, staff, input)
    const holds = await listOpenHolds(tx, payout.id, timestamp(app.clock))
    const hold = holds.find(({ kind }) => kind === 'second-person')
    if (!hold) throw new AppError('conflict', payoutMessages.wrongState)
    await lift(app, tx, staff, { payout, hold, amount, mark })
  })
}

async function lift(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  lifted: { payout: PayoutTable; hold: PayoutHoldTable; amount: number | undefined; mark: string },
) {
  const { payout, hold, amount, mark } = lifted
  const isSecond = hold.kind === 'second-person'
  const detail = isSecond ? await assertMayRelease(app, tx, staff, payout, amount) : hold.kind
  if (!(await liftHoldOf(app, tx, staff.id, { holdId: hold.id, payoutId: payout.id })))
    throw new AppError('conflict', payoutMessages.changed)
  if (hold.kind === 'review') await liftReviewsOfEnded(tx, payout.user_id, { by: staff.id, at: timestamp(app.clock) })
  const action = isSecond ? 'payout.released' : 'payout.lifted'
  await audit(app, tx, staff, action, payout.id, markedDetail(mark, detail))
}

/**
 * Cancels a payout that has not left. An approved order is pending again, with the reason as a note, because no payout
 * follows without another decision.
 */
export async function cancelByHand(ctx: CallContext, staff: Actor, { note, ...input }: PayoutNoteInput) {
  const { app } = ctx
  await inTransaction(ctx, async (tx) => {
    const { payout, order, mark } = await lockPayoutFor(app, tx, staff, input)
    await cancelPayout(app, tx, staff, payout, markedDetail(mark, 'by hand'), note)
    await writeNote(app, tx, staff, { submissionId: order.id, text: note })
    if (order.status !== 'processing') return
    const change = { status: 'pending', reason: checkedAgainReason, changedBy: staff.id, undoUntil: null } as const
    await changeStatus(app, tx, order, change)
  })
}
