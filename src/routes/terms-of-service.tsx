import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/terms-of-service')({
  staticData: { prerender: {} },
  head: () => ({ meta: [{ title: 'Terms of Service' }] }),
  component: lazyRouteComponent(() => import('./-pages/terms-of-service.tsx'), 'Terms'),
})
