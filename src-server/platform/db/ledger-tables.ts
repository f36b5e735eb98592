import type { Generated, Selectable } from 'kysely'
import { tableOf } from './table-rule.ts'

export type TransferKind =
  | 'approve'
  | 'approval-reversal'
  | 'send'
  | 'settle'
  | 'fee'
  | 'reversal'
  | 'return'
  | 'fee-refund'
  | 'cleared'
  | 'write-off'
  /** The cost of a card that was sold or redeemed, what it brought beyond that, and what the buyer's bank took. */
  | 'sale'
  | 'redemption'
  | 'margin'
  | 'resale-fee'
  | 'buyer-payment'
  | 'chargeback'
  | 'recovery'
  | 'correction'
  | 'adjustment'
  /** What a seller owes for a bad card, what reduces it, and what a bank took of a return. */
  | 'clawback'
  | 'repayment'
  | 'set-off'
  | 'waiver'
  | 'return-fee'
  | 'opening'
  /** Money between own accounts or of the owner, and what that cost. */
  | 'move'
  | 'move-fee'

/** A movement of money between two accounts. Rows are append-only; their ids can name deleted rows. */
export type LedgerTransferTable = TransferFacts & Selectable<TransferNumber>

type TransferNumber = {
  /** Counts from 1 without gaps, in the order of the commits. PostgreSQL sets it at the commit; it is null before. */
  sequence: Generated<number>
}

/** What a transfer says from its insertion on. */
export type TransferFacts = {
  at: string
  /** The business day, stored once: not computed again in another time zone. */
  day: string
  kind: TransferKind
  debit: string
  credit: string
  amount_cents: number
  currency: string
  /** The fact it records: it can be recorded once. */
  key: string
  submission_id: string | null
  payout_id: string | null
  made_by: string | null
}

/** The sums of each account, maintained by a trigger on `ledger_transfers`. */
export type LedgerBalanceTable = { account: string; currency: string; debits: number; credits: number }

export const ledgerTables = {
  // What the site owed is closed by transfers of its own.
  ledger_transfers: tableOf<TransferFacts & TransferNumber>({ clear: 'kept' }),
  ledger_balances: tableOf<LedgerBalanceTable>({ clear: 'derived' }),
  /** What changed the place of an account, or suspense, by day, and its free movements. PostgreSQL has several rows. */
  account_days: tableOf<{ account_id: string; day: string; cents: number; free_count: number; free_cents: number }>({
    clear: 'derived',
  }),
  /** The movements of money accounts that are in no match, also those from before the first day. */
  free_movements: tableOf<{ account_id: string; transfer_key: string; day: string; cents: number }>({
    clear: 'derived',
  }),
}
