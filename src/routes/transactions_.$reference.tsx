import { createFileRoute } from '@tanstack/react-router'
import { TransactionPage } from '#client/features/transactions/transaction-page.tsx'
import { AccessRestricted } from '#client/layout/access-restricted.tsx'
import { useSession } from '#client/lib/session.ts'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/transactions_/$reference')({
  staticData: { prerender: { unless: [], parameter: 'Order' } },
  head: ({ params }) => ({ meta: [{ title: `${params.reference} | ${site.brandName}` }] }),
  component: TransactionRoute,
})

function TransactionRoute() {
  const { reference } = Route.useParams()
  const { customer, isLoading } = useSession()
  if (!customer && !isLoading) return <AccessRestricted reference={reference} />
  return <TransactionPage reference={reference} customerName={customer?.name} />
}
