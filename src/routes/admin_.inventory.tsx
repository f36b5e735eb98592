import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from './-route-options.ts'

export const Route = createFileRoute('/admin_/inventory')({
  ...staffRoute('Inventory'),
  component: lazyRouteComponent(() => import('./-pages/admin_.inventory.tsx'), 'InventoryRoute'),
})
