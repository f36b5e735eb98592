import { cleanText } from './clean-text.ts'
import type { ReviewStatus } from './submission.ts'

export const transactionSorts = ['newest', 'oldest', 'value'] as const
export type TransactionSort = (typeof transactionSorts)[number]

/** Which orders a customer reads, and in which order. Defaults: all, newest first. */
export type TransactionFilter = { status?: ReviewStatus; search?: string; sort?: TransactionSort }

type Listed = { id: string; giftCardName: string; cardValue: number; status: ReviewStatus; createdAt: string }

const byTime = (one: Listed, other: Listed) => one.createdAt.localeCompare(other.createdAt)
const comparisons: Readonly<Record<TransactionSort, (one: Listed, other: Listed) => number>> = {
  newest: (one, other) => byTime(other, one),
  oldest: byTime,
  value: (one, other) => other.cardValue - one.cardValue || byTime(other, one),
}

/** Returns the matching orders in the wanted order. The search looks in the reference and the name of the brand. */
export function pickTransactions<Transaction extends Listed>(
  transactions: readonly Transaction[],
  { status, search = '', sort = transactionSorts[0] }: TransactionFilter,
) {
  const text = cleanText.search(search).toLowerCase()
  return transactions
    .filter((each) => status === undefined || each.status === status)
    .filter(({ id, giftCardName }) => `${id} ${giftCardName}`.toLowerCase().includes(text))
    .toSorted(comparisons[sort])
}
