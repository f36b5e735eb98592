import type { PayoutDetails } from '#shared/payment-method.ts'
import { payoutMessages } from '#shared/payout.ts'
import type { BeginInput, BegunPayout, MarkSentInput, PayoutInput } from '#shared/payout-schema.ts'
import { getPerson } from '../accounts/account-queries.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { MINUTE_MS, timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { AppError, conflict, invalid } from '../platform/errors.ts'
import { type HandledPayout, lockPayoutFor, type PayoutVersion } from './change-payout.ts'
import { destinationOf } from './destination.ts'
import { getPayout } from './list-payouts.ts'
import { completeOrder, getNewestAttempt, giveBackUnpaid, reportUnpaid, settle, startSending } from './send-payout.ts'

/** Locks a ready payout for this person, who pays it by hand now, and returns where it goes. */
export async function beginByHand(ctx: CallContext, staff: Actor, input: BeginInput): Promise<BegunPayout> {
  const details = await inTransaction(ctx, async (tx, app) => {
    const ready = await lockReady(app, tx, staff, input)
    await begin(app, tx, staff, ready, { account: input.account })
    return ready.details
  })
  const { type: _, ...destination } = details
  return { payout: await getPayout(ctx.app, input.id), destination }
}

type ReadyPayout = HandledPayout & { details: PayoutDetails }

/** Locks a ready payout and checks that this person may pay it by hand. */
export async function lockReady(app: AppContext, tx: Tx, staff: Actor, input: PayoutInput): Promise<ReadyPayout> {
  const locked = await lockPayoutFor(app, tx, staff, { id: input.id })
  const { payout, order } = locked
  if (payout.state === 'sending') throw await paidByOther(tx, payout)
  if (payout.version !== input.version) throw conflict(payoutMessages.changed)
  const details = destinationOf(app, payout, order)
  if (!details) throw new AppError('unprocessable', payoutMessages.noDetails)
  if (payout.state !== 'ready') throw conflict(payoutMessages.wrongState)
  return { ...locked, details }
}

/** `detail` says with what it is paid. */
type Begun = { account: string | undefined; detail?: string }

/** Begins to pay a locked payout by hand. */
export async function begin(app: AppContext, tx: Tx, staff: Actor, ready: ReadyPayout, { account, detail }: Begun) {
  const until = timestamp(app.clock, app.policies.get('payouts').stuckMinutes * MINUTE_MS)
  await startSending(app, tx, ready.payout, { provider: 'hand', by: staff.id, until, account })
  await ready.audit('payout.begun', detail)
}

/** Records that the person who locked the payout has paid it: the order is completed. */
export async function markSent(ctx: CallContext, staff: Actor, input: MarkSentInput) {
  await inTransaction(ctx, (tx, app) => markPaid(app, tx, staff, input))
}

/** Does the same in a transaction; without `version` of any version. */
export async function markPaid(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { reference: text, account, ...input }: PayoutVersion & { reference: string; account?: string | undefined },
) {
  const reference = text || null
  if (reference === null && app.policies.get('payouts').requireReference)
    throw invalid('reference', payoutMessages.referenceMissing)
  const { payout, order, audit } = await lockPayoutFor(app, tx, staff, input)
  assertBegun(payout)
  if (payout.claimed_by !== staff.id) throw await paidByOther(tx, payout)
  let paid = payout
  if (account !== undefined && account !== (await getNewestAttempt(tx, payout.id)).money_account) {
    const begun = { provider: 'hand', by: staff.id, until: payout.claimed_until, account } as const
    paid = await startSending(app, tx, await giveBackUnpaid(app, tx, payout, { by: staff.id }), begun)
  }
  await settle(app, tx, staff, paid, reference)
  await audit('payout.sent', 'by hand')
  await completeOrder(app, tx, order, { payout, by: staff.id, reference })
}

/**
 * Records that a payout was not paid, so that it is ready again. The person who locked it does that alone; otherwise it
 * takes two colleagues, of whom the first call makes a proposal.
 */
export async function releaseLock(ctx: CallContext, staff: Actor, input: PayoutInput) {
  await inTransaction(ctx, (tx, app) => putBack(app, tx, staff, input))
}

/** Does the same in a transaction; without `version` of any version. */
export async function putBack(app: AppContext, tx: Tx, staff: Actor, input: PayoutVersion) {
  const { payout, audit } = await lockPayoutFor(app, tx, staff, input)
  assertBegun(payout)
  const isOwn = payout.claimed_by === staff.id
  const reported = await reportUnpaid(app, tx, payout, staff.id, isOwn)
  await audit('payout.given-back', isOwn ? '' : reported)
}

function assertBegun({ state, provider }: PayoutTable) {
  if (state !== 'sending' || provider !== 'hand') throw conflict(payoutMessages.notBegun)
}

async function paidByOther(tx: Tx, { claimed_by }: PayoutTable): Promise<AppError> {
  const name = claimed_by === null ? undefined : (await getPerson(tx, claimed_by)).name
  return conflict(name === undefined ? payoutMessages.isSending : payoutMessages.paying(name))
}
