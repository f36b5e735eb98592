import { formatCents } from '#shared/money.ts'
import { audit, operator } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { businessDay } from '../platform/days.ts'
import type { ClawbackEntryTable, OrderProblemTable } from '../platform/db/case-tables.ts'
import type { Tx } from '../platform/db/database.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { newId } from '../platform/ids.ts'
import { mailCustomer } from '../submissions/submission-email.ts'
import { isDisposed } from './bought-item.ts'
import { changePayout } from './change-payout.ts'
import { createPayout } from './create-payout.ts'
import { destinationOnFile } from './destination.ts'
import { accounts, cashOf, payableTo, receivableFrom } from './ledger/accounts.ts'
import { postTransfers, type Transfer } from './ledger/post-transfers.ts'
import { namedPlace, placeOn } from './money-place.ts'
import { liftHoldOf } from './payout-holds.ts'
import { findOwedRefund, findPayout, listOpenHolds } from './payout-queries.ts'
import { findClawback, reduceDebt, sumRepaid, withdrawOffers } from './problem-queries.ts'

type Cause = { problem: Pick<OrderProblemTable, 'submission_id' | 'user_id'>; id: string; cents: number; by: string }

/** The seller owes what was lost, as far as it is clawed back; `losses` keeps what is not repaid. */
export function clawbackTransfer(cause: Cause): Transfer {
  return transferOf({ kind: 'clawback', debit: receivableFrom(cause.problem.user_id), credit: accounts.losses }, cause)
}

function transferOf(sides: Pick<Transfer, 'kind' | 'debit' | 'credit'>, { problem, id, cents, by }: Cause): Transfer {
  const about = { submission_id: problem.submission_id, payout_id: null, made_by: by }
  return { ...sides, amount_cents: cents, key: `${sides.kind}:${id}`, ...about }
}

/** `account`: the money account to which the seller repaid, as `namedPlace` reads it. */
type KindOfEntry =
  | { kind: 'repaid'; account: string }
  | { kind: Exclude<ClawbackEntryTable['kind'], 'repaid'>; account?: undefined }

type NewEntry = Omit<Cause, 'problem' | 'id'> & {
  problem: Pick<OrderProblemTable, 'id' | 'submission_id' | 'user_id'>
  madeAt?: string
  /** The day of the money; by default that of `madeAt`. */
  on?: string
  reference?: string | null
  payoutId?: string
} & KindOfEntry

/** Stores an entry of a claw back and posts its transfer, but that of a payout that came back or refunds. */
export async function addEntry(
  app: AppContext,
  tx: Tx,
  { problem, kind, cents, by, madeAt = timestamp(app.clock), account, ...entry }: NewEntry,
) {
  const id = newId()
  const on = entry.on ?? businessDay(app, madeAt)
  await table('clawback_entries').insert(tx, {
    ...{ id, problem_id: problem.id, kind, amount_cents: cents, at: on },
    ...{ reference: entry.reference, payout_id: entry.payoutId, made_by: by, made_at: madeAt },
  })
  if (kind === 'returned' || kind === 'came-back') return id
  const place = account === undefined ? null : await placeOn(app, tx, await namedPlace(tx, account), entry.on)
  const credit = receivableFrom(problem.user_id)
  const sides = {
    repaid: { kind: 'repayment', debit: cashOf(place), credit },
    'set-off': { kind: 'set-off', debit: payableTo(problem.user_id), credit },
    // The rest is not asked for any more.
    waived: { kind: 'waiver', debit: accounts.losses, credit },
  } as const
  const transfer = transferOf(sides[kind], { problem, id, cents, by })
  // That of a set-off pays an order: it is about its payout.
  const about = { submission_id: entry.reference ?? null, payout_id: entry.payoutId ?? null }
  await postTransfers(app, tx, [kind === 'set-off' ? { ...transfer, ...about } : transfer], entry.on)
  return id
}

export type Returned = { payout: PayoutTable; order: SubmissionTable; by: string }

/**
 * Sets a payout that came back against the claw back of its order: neither side owes anything for the card any more,
 * but a refund of what the seller had repaid, or of all if they were right. Returns false when nothing is left of it.
 */
export async function setOffReturn(app: AppContext, tx: Tx, { payout, order, by }: Returned) {
  const problem = await findClawback(tx, { submissionId: order.id, cents: 0 })
  if (!problem) return false
  const isReversed = await table('appeals').find(tx, { problem_id: problem.id, state: 'right' })
  const refundCents = isReversed ? payout.amount_cents : (await sumRepaid(tx, [problem.id]))(problem.id)
  if (problem.left_cents + refundCents === 0) return false
  const [at, cents, left] = [timestamp(app.clock), payout.amount_cents, problem.left_cents]
  const entry = { problem, kind: 'came-back', cents, by, madeAt: at, reference: order.id, payoutId: payout.id } as const
  const cause = { problem, id: await addEntry(app, tx, entry), by }
  await reduceDebt(tx, problem, { cents: left, at })
  await changePayout(app, tx, payout, { debt_ended_at: at })
  const [debit, credit] = [payableTo(problem.user_id), receivableFrom(problem.user_id)]
  const cost = (await isDisposed(tx, order.id)) ? 0 : cents
  const moved = [
    transferOf({ kind: 'set-off', debit, credit }, { ...cause, cents: left }),
    // What came back beyond the debt reduces the loss, of which a refund is a part.
    transferOf({ kind: 'approval-reversal', debit, credit: accounts.losses }, { ...cause, cents: cents - left }),
    // A card whose loss was corrected has left the stock with its payout.
    transferOf({ kind: 'correction', debit: accounts.losses, credit: accounts.cards }, { ...cause, cents: cost }),
  ]
  const booked = moved.filter(({ amount_cents }) => amount_cents > 0)
  await postTransfers(app, tx, booked)
  await oweRefund(app, tx, { problem, order, cents: refundCents, by })
  await releaseOffered(app, tx, problem.id, { by, at })
  await audit(app, tx, operator, 'problem.repaid', order.id, `${payout.id} came back: ${formatCents(cents)}`)
  await mailCustomer(app, tx, order, { kind: 'clawback-settled', cents: left, refundCents })
  return true
}

type Refunded = { problem: OrderProblemTable; order: SubmissionTable; cents: number; by: string }

/**
 * The seller of a claw back is owed these cents by a payout, and what a refund of before has not paid. It goes to the
 * destination on file unless the payout of the card came back from there.
 */
export async function oweRefund(app: AppContext, tx: Tx, { problem, order, cents, by }: Refunded) {
  const paid = await findPayout(tx, problem.payout_id)
  if (cents === 0 || !paid) return
  const details = paid.state === 'returned' ? undefined : await destinationOnFile(app, tx, paid, order)
  const owed = await findOwedRefund(tx, order.id)
  const amount_cents = cents + (owed?.amount_cents ?? 0)
  const refund = { of: problem.id, owed, amount_cents, method_type: details?.type ?? paid.method_type, details }
  const { id: payoutId } = await createPayout(app, tx, order, { approvedBy: by, refund })
  await addEntry(app, tx, { problem, kind: 'returned', cents, by, payoutId })
}

/** What is offered for the debt would be taken twice. */
async function releaseOffered(app: AppContext, tx: Tx, problemId: string, { by, at }: { by: string; at: string }) {
  for (const { payout_id } of await withdrawOffers(tx, problemId, at)) {
    const hold = (await listOpenHolds(tx, payout_id, at)).find(({ kind }) => kind === 'set-off')
    if (hold) await liftHoldOf(app, tx, by, { holdId: hold.id, payoutId: payout_id })
  }
}

const PREFIX = 'Set off: '

/** The reference of a payout that was used for what its seller owed for this order. */
export const setOffReference = (orderId: string) => PREFIX + orderId

/**
 * Repeats in restored data that a payout was used for a claw back. Without the claw back, which was decided after the
 * backup, the account 'suspense' keeps the amount.
 */
export async function replaySetOff(
  app: AppContext,
  tx: Tx,
  { id: payoutId, user_id, amount_cents: cents }: PayoutTable,
  { reference, order, by, at }: { reference: string; order: string; by: string; at: string },
) {
  const problem = await findClawback(tx, { submissionId: reference.slice(PREFIX.length), cents })
  if (!problem) {
    const sides = { kind: 'set-off', debit: payableTo(user_id), credit: accounts.suspense } as const
    const about = { submission_id: order, payout_id: payoutId, made_by: by }
    return postTransfers(app, tx, [{ ...sides, amount_cents: cents, key: `set-off:${payoutId}`, ...about }])
  }
  await addEntry(app, tx, { problem, kind: 'set-off', cents, by, madeAt: at, reference: order, payoutId })
  await reduceDebt(tx, problem, { cents, at })
  const accepted = { state: 'accepted', answered_at: at } as const
  await table('set_off_offers').update(tx, { payout_id: payoutId, state: 'open' }, accepted)
}
