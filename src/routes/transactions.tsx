import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/transactions')({
  staticData: { prerender: { unless: [] } },
  // The component parses it, because this function is part of the code of every page.
  validateSearch: (raw: Record<string, unknown>) => raw,
  head: () => ({ meta: [{ title: 'Transaction History' }] }),
  component: lazyRouteComponent(() => import('./-pages/transactions.tsx'), 'Transactions'),
})
