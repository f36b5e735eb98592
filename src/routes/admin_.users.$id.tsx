import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/admin_/users/$id')({
  staticData: { isStaffPage: true },
  head: () => ({ meta: [{ title: 'Registered User' }] }),
  component: lazyRouteComponent(() => import('./-pages/admin_.users.$id.tsx'), 'RegisteredUserPage'),
})
