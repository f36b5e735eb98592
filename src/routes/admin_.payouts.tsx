import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from './-route-options.ts'

export const Route = createFileRoute('/admin_/payouts')({
  ...staffRoute('Payouts'),
  component: lazyRouteComponent(() => import('./-pages/admin_.payouts.tsx'), 'PayoutsRoute'),
})
