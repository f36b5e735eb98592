import { createFileRoute } from '@tanstack/react-router'
import { readTransactionSearch } from '#client/features/transactions/read-transaction-search.ts'
import { TransactionsPage } from '#client/features/transactions/transactions-page.tsx'
import { AccessRestricted } from '#client/layout/access-restricted.tsx'
import { useSession } from '#client/lib/session.ts'
import type { TransactionFilter } from '#shared/transaction-list.ts'

export const Route = createFileRoute('/transactions')({
  staticData: { prerender: { unless: [] } },
  // The component parses it, because this function is part of the code of every page.
  validateSearch: (raw: Record<string, unknown>) => raw,
  head: () => ({ meta: [{ title: 'Transaction History' }] }),
  component: Transactions,
})

function Transactions() {
  const filter = readTransactionSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  const { customer, isLoading } = useSession()
  const changeFilter = (next: TransactionFilter) =>
    void navigate({ search: readTransactionSearch(next), replace: true, resetScroll: false })
  if (!customer && !isLoading) return <AccessRestricted />
  return <TransactionsPage customerId={customer?.id} filter={filter} onFilter={changeFilter} />
}
