import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from './-route-options.ts'

export const Route = createFileRoute('/admin_/settings')({
  ...staffRoute('Settings'),
  component: lazyRouteComponent(() => import('./-pages/admin_.settings.tsx'), 'SettingsPage'),
})
