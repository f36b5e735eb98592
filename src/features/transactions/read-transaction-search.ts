import { reviewStatuses } from '#shared/submission.ts'
import { type TransactionFilter, transactionSorts } from '#shared/transaction-list.ts'

/** The filter in the URL. Sets invalid and default values to undefined, because the router keeps absent keys raw. */
export function readTransactionSearch(raw: Record<string, unknown>): TransactionFilter {
  // The router parses '?search=123' as a number.
  const search = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : ''
  const sort = transactionSorts.find((each) => each === raw.sort)
  return {
    status: reviewStatuses.find((each) => each === raw.status),
    search: search === '' ? undefined : search,
    sort: sort === transactionSorts[0] ? undefined : sort,
  }
}
