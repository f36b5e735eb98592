import { sumOfDollars } from './money.ts'
import type { TransactionStage } from './payout.ts'
import { isOpen, type ReviewStatus } from './submission.ts'

/**
 * What the payout of an order is to its customer: paid; approved, so that it is owed; quoted for a card that is being
 * checked; or not paid.
 */
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

/**
 * The totals of a transaction list. `totalTrades` is the payouts of all transactions, of which each is in one of the
 * sums; all in dollars.
 */
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

/** Adds up whole cents, because dollars are fractions. */
function payoutSum(transactions: readonly CountedTransaction[]): number {
  return sumOfDollars(transactions.map(({ payoutAmount }) => payoutAmount))
}
