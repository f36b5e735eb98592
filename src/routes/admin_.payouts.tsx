import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

type Search = Record<string, unknown>

export const Route = createFileRoute('/admin_/payouts')({
  staticData: { isStaffPage: true },
  // The page parses the search, because this function is part of the code of every page.
  validateSearch: (raw: Search) => raw,
  head: () => ({
    meta: [{ title: 'Payouts' }],
  }),
  component: lazyRouteComponent(() => import('./-pages/admin_.payouts.tsx'), 'PayoutsRoute'),
})
