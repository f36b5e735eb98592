import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from './-route-options.ts'

export const Route = createFileRoute('/admin_/rates')({
  ...staffRoute('Rates'),
  component: lazyRouteComponent(() => import('./-pages/admin_.rates.tsx'), 'RatesPage'),
})
