import type { RecordedKind } from '#shared/inventory.ts'
import { accounts, cashOf, owedByBuyer } from '../payouts/ledger/accounts.ts'
import { signed, type Transfer } from '../payouts/ledger/post-transfers.ts'
import type { TransferKind } from '../platform/db/ledger-tables.ts'

/** Negative when a correction moves it back. */
export type Moved = {
  kind: RecordedKind
  cost_cents: number
  amount_cents: number
  fee_cents: number
  /** Where the money came in or went out; null for what a buyer owes. */
  money_account: string | null
  buyer_id?: string | null | undefined
}
type Cause = { id: string; submissionId: string; by: string | null }
type Entry = { kind: TransferKind; debit: string; credit: string; cents: number }

/** What came in beyond the cost is margin, below cost a negative one; `losses` is for cards that brought nothing. */
export function dispositionTransfers(moved: Moved, { id, submissionId, by }: Cause): Transfer[] {
  return entriesOf(moved).map(({ kind, debit, credit, cents }) => ({
    ...{ kind, ...signed(debit, credit, cents), key: `${kind}:${id}` },
    ...{ submission_id: submissionId, payout_id: null, made_by: by },
  }))
}

function entriesOf({ kind, cost_cents: cost, amount_cents: amount, fee_cents: fee, ...moved }: Moved): Entry[] {
  const { cards, margin, losses, fees } = accounts
  const cash = cashOf(moved.money_account)
  const buyer = owedByBuyer(moved.buyer_id ?? '')
  const price = moved.money_account === null ? buyer : cash
  const entries: Readonly<Record<RecordedKind, Entry[]>> = {
    sold: [
      { kind: 'sale', debit: price, credit: cards, cents: cost },
      { kind: 'margin', debit: price, credit: margin, cents: amount - cost },
      { kind: 'resale-fee', debit: fees, credit: cash, cents: fee },
    ],
    redeemed: [
      { kind: 'redemption', debit: cash, credit: cards, cents: cost },
      { kind: 'margin', debit: cash, credit: margin, cents: amount - cost },
    ],
    received: [
      { kind: 'buyer-payment', debit: cash, credit: buyer, cents: amount },
      { kind: 'resale-fee', debit: fees, credit: cash, cents: fee },
    ],
    unpaid: [{ kind: 'write-off', debit: losses, credit: buyer, cents: amount }],
    transferred: [],
    'written-off': [{ kind: 'write-off', debit: losses, credit: cards, cents: cost }],
    'charged-back': [
      { kind: 'chargeback', debit: losses, credit: cash, cents: amount },
      { kind: 'resale-fee', debit: fees, credit: cash, cents: fee },
    ],
    recovered: [{ kind: 'recovery', debit: cash, credit: losses, cents: amount }],
    correction: [],
  }
  return entries[kind].filter(({ cents }) => cents !== 0)
}
