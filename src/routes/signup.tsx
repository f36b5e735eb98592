import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/signup')({
  staticData: { prerender: {} },
  head: () => ({ meta: [{ title: 'Create Account' }] }),
  component: lazyRouteComponent(() => import('./-pages/signup.tsx'), 'SignUpRoute'),
})
