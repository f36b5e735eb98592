import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/transactions_/$reference')({
  staticData: { prerender: { parameter: 'Order' } },
  head: ({ params }) => ({ meta: [{ title: params.reference }] }),
  component: lazyRouteComponent(() => import('./-pages/transactions_.$reference.tsx'), 'TransactionRoute'),
})
