import { sumOfDollars } from './money.ts'
import type { TransactionStage } from './payout.ts'
import { isOpen, type ReviewStatus } from './submission.ts'

/** 'approved': it is owed. 'beingChecked': quoted for a card that is being checked. */
export const sellerSums = ['paid', 'approved', 'beingChecked', 'notPaid'] as const
export type SellerSum = (typeof sellerSums)[number]

export const sellerSumNames: Readonly<Record<SellerSum, string>> = {
  paid: 'Paid',
  approved: 'Approved',
  beingChecked: 'Being checked',
  notPaid: 'Not paid',
}

type CountedTransaction = { payoutAmount: number; status: ReviewStatus; stage?: TransactionStage | undefined }

const owedStages: ReadonlySet<TransactionStage> = new Set(['approved', 'paying', 'on-its-way', 'returned'])

/** Which sum an order belongs to. Without a stage, as in a stored list, no open order counts as approved. */
export function sellerSumOf({ status, stage }: Pick<CountedTransaction, 'status' | 'stage'>): SellerSum {
  if (stage && owedStages.has(stage)) return 'approved'
  if (status === 'completed' || stage === 'paid') return 'paid'
  return isOpen(status) ? 'beingChecked' : 'notPaid'
}

/** All in dollars. `totalTrades` is the payouts of all transactions, each of which is in one of the sums. */
type TransactionTotals = Readonly<Record<SellerSum | 'totalTrades', number>> & {
  totalExchanges: number
  completed: number
}

export function transactionTotals(transactions: readonly CountedTransaction[]): TransactionTotals {
  const sumOf = (sum: SellerSum) => payoutSum(transactions.filter((each) => sellerSumOf(each) === sum))
  return {
    totalExchanges: transactions.length,
    totalTrades: payoutSum(transactions),
    completed: transactions.filter(({ status }) => status === 'completed').length,
    paid: sumOf('paid'),
    approved: sumOf('approved'),
    beingChecked: sumOf('beingChecked'),
    notPaid: sumOf('notPaid'),
  }
}

function payoutSum(transactions: readonly CountedTransaction[]) {
  return sumOfDollars(transactions.map(({ payoutAmount }) => payoutAmount))
}
