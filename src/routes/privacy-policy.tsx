import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/privacy-policy')({
  staticData: { prerender: {} },
  head: () => ({ meta: [{ title: 'Privacy Policy' }] }),
  component: lazyRouteComponent(() => import('./-pages/privacy-policy.tsx'), 'Privacy'),
})
