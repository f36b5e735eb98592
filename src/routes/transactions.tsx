import { createFileRoute } from '@tanstack/react-router'
import { TransactionsPage } from '#client/features/transactions/transactions-page.tsx'
import { AccessRestricted } from '#client/layout/access-restricted.tsx'
import { useSession } from '#client/lib/session.ts'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/transactions')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: `Transaction History | ${site.brandName}` }] }),
  component: Transactions,
})

function Transactions() {
  const { customer, isLoading } = useSession()
  if (!customer && !isLoading) return <AccessRestricted />
  return <TransactionsPage customerId={customer?.id} />
}
