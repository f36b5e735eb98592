import type { Tx } from '../platform/db/database.ts'
import type { PayoutAttemptTable, PayoutTable } from '../platform/db/payout-tables.ts'
import { isDisposed } from './bought-item.ts'
import { accounts, cashOf, clearingOf, payableTo } from './ledger/accounts.ts'
import { type Posting, postTransfers, signed, type Transfer } from './ledger/post-transfers.ts'
import { findOrderOf } from './payout-queries.ts'

type Paid = Pick<PayoutTable, 'id' | 'idempotency_key' | 'user_id' | 'amount_cents' | 'refund_of'>
type Attempt = Pick<PayoutAttemptTable, 'key' | 'provider' | 'money_account'>
type Entry = Pick<Transfer, 'kind' | 'debit' | 'credit' | 'key'> & { amount_cents?: number }

/** Posts entries of a payout, by default of all of its amount, on a day as `postTransfers` takes it. */
export async function postEntries(
  app: Posting,
  tx: Tx,
  { id, amount_cents }: Paid,
  entries: readonly Entry[],
  by: string | null,
  day?: string,
) {
  const about = { submission_id: (await findOrderOf(tx, id)) ?? null, payout_id: id, made_by: by }
  const transfers = entries.map((entry) => ({ amount_cents, ...entry, ...about }))
  await postTransfers(app, tx, transfers, day)
}

/**
 * Posts that the site owes a payout, or owes it no more although nothing was paid. The other side is the cost of the
 * card; a card that was disposed of has none any more, so that it becomes a part of the margin. That of a refund is a
 * loss. `isGone`: whether the card was disposed of; by default as it is now.
 */
export async function postDebt(
  app: Posting,
  tx: Tx,
  kind: 'approve' | 'approval-reversal',
  payout: Paid,
  by: string | null,
  isGone?: boolean,
) {
  const order = await findOrderOf(tx, payout.id)
  isGone ??= order !== undefined && (await isDisposed(tx, order))
  const cost = payout.refund_of !== null ? accounts.losses : isGone ? accounts.margin : accounts.cards
  const payable = payableTo(payout.user_id)
  const sides = kind === 'approve' ? { debit: cost, credit: payable } : { debit: payable, credit: cost }
  await postEntries(app, tx, payout, [{ kind, ...sides, key: `${kind}:${payout.idempotency_key}` }], by)
}

/** Posts what a new payout adds to what is owed: its amount instead of that of the replaced one; false if equal. */
export async function postNewDebt(
  app: Posting,
  tx: Tx,
  payout: Paid,
  replaced: Paid | undefined,
  by: string | null,
  isGone?: boolean,
) {
  if (replaced?.amount_cents === payout.amount_cents) return false
  await postDebt(app, tx, 'approve', payout, by, isGone)
  if (replaced) await postDebt(app, tx, 'approval-reversal', replaced, by, isGone)
  return true
}

/** Of a set-off there is none: no money leaves, and its entry moves the debt. */
export function attemptEntries(
  kind: 'send' | 'settle' | 'reversal' | 'return',
  { user_id }: Paid,
  { key, provider, money_account: place }: Attempt,
): Entry[] {
  if (provider === 'set-off') return []
  const [payable, clearing, cash] = [payableTo(user_id), clearingOf(place), cashOf(place)]
  const sides = {
    send: { debit: payable, credit: clearing },
    settle: { debit: clearing, credit: cash },
    reversal: { debit: clearing, credit: payable },
    return: { debit: cash, credit: payable },
  }
  return [{ kind, ...sides[kind], key: `${kind}:${key}` }]
}

/** What a fee of so many cents moves: a negative one was given back, and zero is none. */
export function feeEntries(
  cents: number,
  { key, money_account }: Attempt,
  kind: 'fee' | 'fee-refund' | 'return-fee' = cents > 0 ? 'fee' : 'fee-refund',
): Entry[] {
  const moved = signed(accounts.fees, cashOf(money_account), cents)
  return cents === 0 ? [] : [{ kind, ...moved, key: `${kind}:${key}` }]
}
