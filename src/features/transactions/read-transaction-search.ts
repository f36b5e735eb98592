import { oneOf, searchParams, text } from '#client/lib/search-params.ts'
import { reviewStatuses } from '#shared/submission.ts'
import { type TransactionFilter, transactionSorts } from '#shared/transaction-list.ts'

export const readTransactionSearch = searchParams<TransactionFilter>({
  status: oneOf(reviewStatuses),
  search: text(200),
  sort: oneOf(transactionSorts, transactionSorts[0]),
})
