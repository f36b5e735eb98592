import type { PayoutProvider } from '#shared/payout.ts'
import type { PayoutTable } from '../platform/db/payout-tables.ts'
import { accounts, cashOf, clearingOf, payableTo } from './ledger/accounts.ts'
import type { Transfer } from './ledger/post-transfers.ts'

type Paid = Pick<PayoutTable, 'id' | 'idempotency_key' | 'user_id' | 'amount_cents'>
type Cause = { submissionId: string | undefined; by: string | null }
type Entry = Pick<Transfer, 'kind' | 'debit' | 'credit' | 'key'>

const entries = {
  /** The site owes the customer. */
  approve: ({ idempotency_key, user_id }: Paid): Entry => ({
    kind: 'approve',
    debit: accounts.cards,
    credit: payableTo(user_id),
    key: `approve:${idempotency_key}`,
  }),
  /** The site does not owe it any more, although nothing was paid. */
  'approval-reversal': ({ idempotency_key, user_id }: Paid): Entry => ({
    kind: 'approval-reversal',
    debit: payableTo(user_id),
    credit: accounts.cards,
    key: `approval-reversal:${idempotency_key}`,
  }),
} as const

/** The transfer that records, or takes back, what the site owes for a payout. */
export function debtTransfer(kind: keyof typeof entries, payout: Paid, cause: Cause): Transfer {
  return complete(entries[kind](payout), payout, cause)
}

/** The transfer of one attempt: the money leaves, has arrived, did not leave, or came back. */
export function attemptTransfer(
  kind: 'send' | 'settle' | 'reversal' | 'return',
  payout: Paid,
  { attemptKey, provider, ...cause }: Cause & { attemptKey: string; provider: PayoutProvider },
): Transfer {
  const [payable, clearing, cash] = [payableTo(payout.user_id), clearingOf(provider), cashOf(provider)]
  const sides = {
    send: { debit: payable, credit: clearing },
    settle: { debit: clearing, credit: cash },
    reversal: { debit: clearing, credit: payable },
    return: { debit: cash, credit: payable },
  }
  return complete({ kind, ...sides[kind], key: `${kind}:${attemptKey}` }, payout, cause)
}

/** The transfer of what a provider took for an attempt, or gave back with a return. */
export function feeTransfer(
  kind: 'fee' | 'fee-refund',
  payout: Paid,
  feeCents: number,
  { attemptKey, provider, submissionId, by }: Cause & { attemptKey: string; provider: PayoutProvider },
): Transfer {
  const [fees, cash] = [accounts.fees, cashOf(provider)]
  const sides = kind === 'fee' ? { debit: fees, credit: cash } : { debit: cash, credit: fees }
  const entry = { kind, ...sides, key: `${kind}:${attemptKey}` }
  return { ...complete(entry, payout, { submissionId, by }), amount_cents: feeCents }
}

function complete(entry: Entry, { id, amount_cents }: Paid, { submissionId, by }: Cause): Transfer {
  return { ...entry, amount_cents, submission_id: submissionId ?? null, payout_id: id, made_by: by }
}
