import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from './-route-options.ts'

export const Route = createFileRoute('/admin')({
  ...staffRoute('Admin Dashboard'),
  staticData: { isStaffPage: true, prerender: {} },
  component: lazyRouteComponent(() => import('./-pages/admin.tsx'), 'AdminPage'),
})
