import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/forgot-password')({
  staticData: { prerender: {} },
  head: () => ({ meta: [{ title: 'Forgot Password' }] }),
  component: lazyRouteComponent(() => import('./-pages/forgot-password.tsx'), 'ForgotPassword'),
})
