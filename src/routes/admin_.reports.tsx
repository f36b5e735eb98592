import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from './-route-options.ts'

export const Route = createFileRoute('/admin_/reports')({
  ...staffRoute('Reports'),
  component: lazyRouteComponent(() => import('./-pages/admin_.reports.tsx'), 'ReportsRoute'),
})
