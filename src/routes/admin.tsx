import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

type Search = Record<string, unknown>

export const Route = createFileRoute('/admin')({
  staticData: { isStaffPage: true, prerender: { unless: [] } },
  // Each tab parses its own search, because this function is part of the code of every page.
  validateSearch: (raw: Search) => raw,
  head: () => ({
    meta: [{ title: 'Admin Dashboard' }],
  }),
  component: lazyRouteComponent(() => import('./-pages/admin.tsx'), 'AdminPage'),
})
