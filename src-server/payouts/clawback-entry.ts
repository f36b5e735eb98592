import { formatCents } from '#shared/money.ts'
import { audit, noRequest, operator } from '../audit/audit-queries.ts'
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
import { writeNote } from '../submissions/write-note.ts'
import { changePayout } from './change-payout.ts'
import { accounts, cashOf, payableTo, receivableFrom } from './ledger/accounts.ts'
import { postTransfers, type Transfer } from './ledger/post-transfers.ts'
import { namedPlace, placeOn } from './money-place.ts'
import { liftHoldOf } from './payout-holds.ts'
import { listOpenHolds } from './payout-queries.ts'
import { findClawback, reduceDebt, sumRepaid, withdrawOffers } from './problem-queries.ts'

type Cause = { problem: Pick<OrderProblemTable, 'submission_id' | 'user_id'>; id: string; cents: number; by: string }
type Sides = Pick<Transfer, 'kind' | 'debit' | 'credit'>

/** The seller owes what was lost, as far as it is clawed back; `losses` keeps what is not repaid. */
export function clawbackTransfer(cause: Cause): Transfer {
  return transferOf({ kind: 'clawback', debit: receivableFrom(cause.problem.user_id), credit: accounts.losses }, cause)
}

type Kind = ClawbackEntryTable['kind']

function sidesOf(kind: Exclude<Kind, 'returned'>, userId: string, place: string | null): Sides {
  const [cash, owed] = [cashOf(place), receivableFrom(userId)]
  const setOff: Sides = { kind: 'set-off', debit: payableTo(userId), credit: owed }
  const sides: Record<typeof kind, Sides> = {
    repaid: { kind: 'repayment', debit: cash, credit: owed },
    'set-off': setOff,
    // The payout of the card came back, so that its debt is set against it.
    'came-back': setOff,
    // The rest is not asked for any more.
    waived: { kind: 'waiver', debit: accounts.losses, credit: owed },
  }
  return sides[kind]
}

function transferOf(sides: Sides, { problem, id, cents, by }: Cause): Transfer {
  const about = { submission_id: problem.submission_id, payout_id: null, made_by: by }
  return { ...sides, amount_cents: cents, key: `${sides.kind}:${id}`, ...about }
}

/** `account`: the money account to which the seller repaid, as `namedPlace` reads it. */
type KindOfEntry = { kind: 'repaid'; account: string } | { kind: Exclude<Kind, 'repaid'>; account?: undefined }

type NewEntry = Omit<Cause, 'problem' | 'id'> & {
  problem: Pick<OrderProblemTable, 'id' | 'submission_id' | 'user_id'>
  madeAt?: string
  /** The day of the money; by default that of `madeAt`. */
  on?: string
  reference?: string | null
  payoutId?: string
} & KindOfEntry

/** Stores an entry of a claw back and posts its transfer; that of a refund is its payout's. Returns its id. */
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
  if (kind === 'returned') return id
  const place = account === undefined ? null : await placeOn(tx, await namedPlace(tx, account), entry.on)
  const transfer = transferOf(sidesOf(kind, problem.user_id, place), { problem, id, cents, by })
  // That of a set-off pays an order: it is about its payout.
  const about = { submission_id: entry.reference ?? null, payout_id: entry.payoutId ?? null }
  await postTransfers(app, tx, [kind === 'set-off' ? { ...transfer, ...about } : transfer], entry.on)
  return id
}

type Returned = { payout: PayoutTable; order: SubmissionTable; by: string }

/**
 * Sets a payout that came back against the open claw back of its order: nothing is owed for it any more, and the seller
 * owes less by its amount. Returns false without an open claw back.
 */
export async function setOffReturn(app: AppContext, tx: Tx, { payout, order, by }: Returned) {
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
  // What came back beyond the debt reduces the loss.
  const sides = { kind: 'approval-reversal', debit: payableTo(problem.user_id), credit: accounts.losses } as const
  if (rest > 0) await postTransfers(app, tx, [transferOf(sides, { problem, id, cents: rest, by })])
  if (repaid > 0) {
    const text = `The payout of ${formatCents(payout.amount_cents)} came back and was set against the claw back. The seller had repaid ${formatCents(repaid)}, which has to be sent back.`
    await writeNote(app, tx, { id: by, ...noRequest }, { submissionId: order.id, text })
  }
  await releaseOffered(app, tx, problem.id, { by, at })
  await audit(app, tx, operator, 'problem.repaid', order.id, `${payout.id} came back: ${formatCents(cents)}`)
  await mailCustomer(app, tx, order, { kind: 'clawback-settled', cents, leftCents: problem.left_cents - cents })
  return true
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
