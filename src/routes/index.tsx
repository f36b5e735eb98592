import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/')({
  staticData: { prerender: { unless: [] } },
  component: lazyRouteComponent(() => import('./-pages/index.tsx'), 'Home'),
})
