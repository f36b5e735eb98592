import { centsFromDollars, formatCents } from '#shared/money.ts'
import { payoutMessages } from '#shared/payout.ts'
import type { CloseDebtInput, RecordReturnInput } from '#shared/payout-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { askedAct } from '../controls/perform-act.ts'
import { timestamp } from '../platform/clock.ts'
import { businessDay, today } from '../platform/days.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { conflict, invalid } from '../platform/errors.ts'
import { hasOpenDebt } from '../submissions/payout-facts-queries.ts'
import { eraseKeptCard } from '../submissions/purge-submission.ts'
import { askedOf, changeState, type HandledPayout, lockPayoutFor } from './change-payout.ts'
import { endDebt } from './create-payout.ts'
import { holdForReview } from './payout-holds.ts'
import { findClawback } from './problem-queries.ts'
import { hasReturnByHand } from './second-person-queries.ts'
import { endAttempt, getNewestAttempt } from './send-payout.ts'
import { failOrder } from './sending/fail-payout.ts'

/**
 * Records that a payout came back: it is owed again, and the order has failed unless it was a refund. What did not come
 * in of its amount is a fee of the bank.
 */
export const recordReturn = askedAct('return', async (app, tx, staff, input: RecordReturnInput, ask) => {
  const handled = await lockPayoutFor(app, tx, staff, input)
  ask(await askedOfReturn(tx, handled))
  const payout = await bookReturn(app, tx, staff, handled, input)
  await failOrder(app, tx, { payout, order: handled.order, by: staff.id }, input.code)
})

/** What a return asks for: at any amount when its card was clawed back, which it then ends or refunds. */
export async function askedOfReturn(tx: Tx, handled: HandledPayout) {
  const { payout, order } = handled
  const clawback = payout.refund_of === null && (await findClawback(tx, { submissionId: order.id, cents: 0 }))
  return { ...askedOf(handled), always: Boolean(clawback) }
}

/** Books that a sent payout came back. The order, which the transaction has locked, keeps its status. */
export async function bookReturn(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { payout, audit }: HandledPayout,
  input: Omit<RecordReturnInput, 'id' | 'version'>,
) {
  if (payout.provider === 'set-off') throw conflict(payoutMessages.wasSetOff)
  const cameIn = returnedMoney(app, payout, input)
  const why = { failure_code: input.code, failure_message: input.note || null }
  const end = { ...why, ...cameIn, ended_at: timestamp(app.clock), returned_by: staff.id }
  const returned = await changeState(app, tx, payout, 'returned', end)
  const attempt = await getNewestAttempt(tx, payout.id)
  if (attempt.next_poll_at !== null) throw conflict(payoutMessages.providerReports)
  const keptCents = payout.amount_cents - cameIn.returned_cents
  const ended = { kind: 'back', changes: { state: 'returned' }, by: staff.id, keptCents, day: input.on } as const
  await endAttempt(app, tx, payout, attempt, ended)
  await audit('payout.returned', input.code)
  if (input.code === 'blocked')
    await holdForReview(app, tx, staff, returned, `The provider blocked ${payout.id}. ${input.note ?? ''}`.trim())
  return returned
}

function returnedMoney(
  app: AppContext,
  { amount_cents: paid, sent_at }: PayoutTable,
  { amount, on, reference }: Pick<RecordReturnInput, 'amount' | 'on' | 'reference'>,
) {
  const cents = amount === undefined ? paid : centsFromDollars(amount)
  if (cents === null) throw invalid('amount', payoutMessages.badReturn)
  if (cents <= 0 || cents > paid) throw invalid('amount', payoutMessages.beyondReturn(formatCents(paid)))
  if (on !== undefined && on > today(app)) throw invalid('on', payoutMessages.returnInFuture)
  if (on !== undefined && sent_at !== null && on < businessDay(app, sent_at))
    throw invalid('on', payoutMessages.returnBeforeSent)
  return { returned_cents: cents, returned_on: on ?? null, returned_reference: reference || null }
}

/**
 * Ends what is owed for a payout that failed or came back, for example because the card was found to be invalid. After
 * a return that a person recorded, it needs a second person at any amount until a line of the bank confirms that.
 */
export const closeDebt = askedAct('debt', async (app, tx, staff, { note, ...input }: CloseDebtInput, ask) => {
  const handled = await lockPayoutFor(app, tx, staff, input)
  const { payout, order, audit } = handled
  if (!hasOpenDebt(payout)) throw conflict(payoutMessages.noDebt)
  ask({ ...askedOf(handled), always: await hasReturnByHand(tx, order.id) })
  await endDebt(app, tx, staff, payout, note)
  await audit('payout.debt-closed')
  await eraseKeptCard(app, tx, order.id)
})
