import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

type Search = Record<string, unknown>

export const Route = createFileRoute('/admin_/settings')({
  staticData: { isStaffPage: true },
  // Each tab parses its own search, because this function is part of the code of every page.
  validateSearch: (raw: Search) => raw,
  head: () => ({
    meta: [{ title: 'Settings' }],
  }),
  component: lazyRouteComponent(() => import('./-pages/admin_.settings.tsx'), 'SettingsPage'),
})
