import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { businessDay } from '../platform/days.ts'
import type { Tx } from '../platform/db/database.ts'
import type { ClawbackEntryTable, OrderProblemTable } from '../platform/db/problem-tables.ts'
import { table } from '../platform/db/table.ts'
import { newId } from '../platform/ids.ts'
import { accounts, cashOf, payableTo, receivableFrom } from './ledger/accounts.ts'
import { postTransfers, type Transfer } from './ledger/post-transfers.ts'
import { namedPlace, placeOn } from './money-place.ts'

type Cause = { problem: Pick<OrderProblemTable, 'submission_id' | 'user_id'>; id: string; cents: number; by: string }
type Sides = Pick<Transfer, 'kind' | 'debit' | 'credit'>

/** The seller owes what was lost, as far as it is clawed back; `losses` keeps what is not repaid. */
export function clawbackTransfer(cause: Cause): Transfer {
  return transferOf({ kind: 'clawback', debit: receivableFrom(cause.problem.user_id), credit: accounts.losses }, cause)
}

/** What came back beyond the debt reduces the loss. */
export function returnedRestTransfer(cause: Cause): Transfer {
  const sides = { debit: payableTo(cause.problem.user_id), credit: accounts.losses }
  return transferOf({ kind: 'approval-reversal', ...sides }, cause)
}

function sidesOf(kind: ClawbackEntryTable['kind'], userId: string, place: string | null): Sides {
  const [cash, owed] = [cashOf(place), receivableFrom(userId)]
  const setOff: Sides = { kind: 'set-off', debit: payableTo(userId), credit: owed }
  const sides: Record<typeof kind, Sides> = {
    repaid: { kind: 'repayment', debit: cash, credit: owed },
    'set-off': setOff,
    // The payout of the card came back, so that its debt is set against it.
    'came-back': setOff,
    // The rest is not asked for any more.
    waived: { kind: 'waiver', debit: accounts.losses, credit: owed },
    // What the seller had repaid is sent back, as nothing was owed: it is a loss of the site.
    returned: { kind: 'waiver', debit: accounts.losses, credit: cash },
  }
  return sides[kind]
}

function transferOf(sides: Sides, { problem, id, cents, by }: Cause): Transfer {
  const about = { submission_id: problem.submission_id, payout_id: null, made_by: by }
  return { ...sides, amount_cents: cents, key: `${sides.kind}:${id}`, ...about }
}

/** `account`: the money account to which the seller repaid, or that repays, as `namedPlace` reads it. */
type KindOfEntry =
  | { kind: 'repaid' | 'returned'; account: string }
  | { kind: Exclude<ClawbackEntryTable['kind'], 'repaid' | 'returned'>; account?: undefined }

type NewEntry = Omit<Cause, 'problem' | 'id'> & {
  problem: Pick<OrderProblemTable, 'id' | 'submission_id' | 'user_id'>
  /** ISO 8601; by default now. */
  madeAt?: string
  /** The day of the money; by default that of `madeAt`. */
  on?: string
  reference?: string | null
  payoutId?: string
} & KindOfEntry

/** Stores an entry of a claw back and posts its transfer. Returns its id. */
export async function addEntry(
  app: AppContext,
  tx: Tx,
  { problem, kind, cents, by, madeAt = timestamp(app.clock), account, ...entry }: NewEntry,
): Promise<string> {
  const id = newId()
  const on = entry.on ?? businessDay(app, madeAt)
  await table('clawback_entries').insert(tx, {
    ...{ id, problem_id: problem.id, kind, amount_cents: cents, at: on },
    ...{ reference: entry.reference, payout_id: entry.payoutId, made_by: by, made_at: madeAt },
  })
  const place = account === undefined ? null : await placeOn(tx, await namedPlace(tx, account), entry.on)
  const transfer = transferOf(sidesOf(kind, problem.user_id, place), { problem, id, cents, by })
  // That of a set-off pays an order: it is about its payout.
  const about = { submission_id: entry.reference ?? null, payout_id: entry.payoutId ?? null }
  await postTransfers(app, tx, [kind === 'set-off' ? { ...transfer, ...about } : transfer], entry.on)
  return id
}
