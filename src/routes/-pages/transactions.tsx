import { useNavigate, useSearch } from '@tanstack/react-router'
import { TransactionsPage } from '#client/features/transactions/transactions-page.tsx'
import { AccessRestricted } from '#client/layout/access-restricted.tsx'
import { oneOf, searchParams, text } from '#client/lib/search-params.ts'
import { useSession } from '#client/lib/session.ts'
import { reviewStatuses } from '#shared/submission.ts'
import { type TransactionFilter, transactionSorts } from '#shared/transaction-list.ts'

const readSearch = searchParams<TransactionFilter>({
  status: oneOf(reviewStatuses),
  search: text(200),
  sort: oneOf(transactionSorts, transactionSorts[0]),
})

export function Transactions() {
  const filter = readSearch(useSearch({ from: '/transactions' }))
  const navigate = useNavigate({ from: '/transactions' })
  const { customer, isLoading } = useSession()
  const changeFilter = (next: TransactionFilter) =>
    void navigate({ search: readSearch(next), replace: true, resetScroll: false })
  if (!customer && !isLoading) return <AccessRestricted />
  return <TransactionsPage customerId={customer?.id} filter={filter} onFilter={changeFilter} />
}
