import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/reset-password')({
  head: () => ({ meta: [{ title: 'Choose a New Password' }] }),
  component: lazyRouteComponent(() => import('./-pages/reset-password.tsx'), 'ResetPasswordRoute'),
})
