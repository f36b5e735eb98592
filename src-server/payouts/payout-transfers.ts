import type { Tx } from '../platform/db/database.ts'
import type { PayoutAttemptTable, PayoutTable } from '../platform/db/payout-tables.ts'
import { isDisposed } from './bought-item.ts'
import { accounts, cashOf, clearingOf, payableTo } from './ledger/accounts.ts'
import { signed, type Transfer } from './ledger/post-transfers.ts'

type Paid = Pick<PayoutTable, 'id' | 'idempotency_key' | 'user_id' | 'amount_cents' | 'refund_of'>
type Cause = { submissionId: string | undefined; by: string | null }
/** `isGone`: whether the card was disposed of; by default as it is now. */
type DebtCause = Cause & { isGone?: boolean }
type AttemptCause = Cause & { attempt: Pick<PayoutAttemptTable, 'key' | 'provider' | 'money_account'> }
type Entry = Pick<Transfer, 'kind' | 'debit' | 'credit' | 'key'>

/**
 * The transfer by which the site owes a payout, or owes it no more although nothing was paid. The other side is the
 * cost of the card; a card that was disposed of has none any more, so that it becomes a part of the margin. That of a
 * refund is a loss.
 */
export async function debtTransfer(
  tx: Tx,
  kind: 'approve' | 'approval-reversal',
  payout: Paid,
  { isGone, ...cause }: DebtCause,
): Promise<Transfer> {
  const { submissionId } = cause
  isGone ??= submissionId !== undefined && (await isDisposed(tx, submissionId))
  const cost = payout.refund_of !== null ? accounts.losses : isGone ? accounts.margin : accounts.cards
  const payable = payableTo(payout.user_id)
  const sides = kind === 'approve' ? { debit: cost, credit: payable } : { debit: payable, credit: cost }
  return complete({ kind, ...sides, key: `${kind}:${payout.idempotency_key}` }, payout, cause)
}

/** What a new payout adds to what is owed: its amount instead of that of the replaced one; nothing if equal. */
export async function newDebt(tx: Tx, payout: Paid, replaced: Paid | undefined, cause: DebtCause) {
  if (replaced?.amount_cents === payout.amount_cents) return []
  const approve = await debtTransfer(tx, 'approve', payout, cause)
  return replaced ? [approve, await debtTransfer(tx, 'approval-reversal', replaced, cause)] : [approve]
}

/** Of a set-off there is none: no money leaves, and its entry moves the debt. */
export function attemptTransfers(
  kind: 'send' | 'settle' | 'reversal' | 'return',
  payout: Paid,
  { attempt: { key, provider, money_account: place }, ...cause }: AttemptCause,
): Transfer[] {
  if (provider === 'set-off') return []
  const [payable, clearing, cash] = [payableTo(payout.user_id), clearingOf(place), cashOf(place)]
  const sides = {
    send: { debit: payable, credit: clearing },
    settle: { debit: clearing, credit: cash },
    reversal: { debit: clearing, credit: payable },
    return: { debit: cash, credit: payable },
  }
  return [complete({ kind, ...sides[kind], key: `${kind}:${key}` }, payout, cause)]
}

/** What a fee of so many cents moves: a negative one was given back, and zero is none. */
export function feeTransfers(
  payout: Paid,
  cents: number,
  { attempt, ...cause }: AttemptCause,
  kind: 'fee' | 'fee-refund' | 'return-fee' = cents > 0 ? 'fee' : 'fee-refund',
): Transfer[] {
  const moved = signed(accounts.fees, cashOf(attempt.money_account), cents)
  return cents === 0
    ? []
    : [{ ...complete({ kind, ...moved, key: `${kind}:${attempt.key}` }, payout, cause), ...moved }]
}

function complete(entry: Entry, { id, amount_cents }: Paid, { submissionId, by }: Cause): Transfer {
  return { ...entry, amount_cents, submission_id: submissionId ?? null, payout_id: id, made_by: by }
}
