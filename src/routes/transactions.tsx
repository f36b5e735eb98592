import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rawSearch } from './-route-options.ts'

export const Route = createFileRoute('/transactions')({
  staticData: { prerender: {} },
  validateSearch: rawSearch,
  head: () => ({ meta: [{ title: 'Transaction History' }] }),
  component: lazyRouteComponent(() => import('./-pages/transactions.tsx'), 'Transactions'),
})
