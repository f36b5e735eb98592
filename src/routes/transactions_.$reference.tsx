import { createFileRoute } from '@tanstack/react-router'
import { OrderPage } from '#client/features/transactions/transaction-page.tsx'
import { AccessRestricted } from '#client/layout/access-restricted.tsx'
import { useSession } from '#client/lib/session.ts'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/transactions_/$reference')({
  head: ({ params }) => ({ meta: [{ title: `${params.reference} | ${site.brandName}` }] }),
  component: Order,
})

function Order() {
  const { reference } = Route.useParams()
  const { customer, isLoading } = useSession()
  if (!customer && !isLoading) return <AccessRestricted />
  return <OrderPage orderId={reference} isSignedIn={customer !== null} />
}
