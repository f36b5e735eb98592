import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readTransactionSearch } from '#client/features/transactions/read-transaction-search.ts'
import { TransactionsPage } from '#client/features/transactions/transactions-page.tsx'
import { AccessRestricted } from '#client/layout/access-restricted.tsx'
import { useSession } from '#client/lib/session.ts'
import type { TransactionFilter } from '#shared/transaction-list.ts'

export function Transactions(): ReactNode {
  const filter = readTransactionSearch(useSearch({ from: '/transactions' }))
  const navigate = useNavigate({ from: '/transactions' })
  const { customer, isLoading } = useSession()
  const changeFilter = (next: TransactionFilter) =>
    void navigate({ search: readTransactionSearch(next), replace: true, resetScroll: false })
  if (!customer && !isLoading) return <AccessRestricted />
  return <TransactionsPage customerId={customer?.id} filter={filter} onFilter={changeFilter} />
}
