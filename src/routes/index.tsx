import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/')({
  staticData: { prerender: {} },
  component: lazyRouteComponent(() => import('./-pages/index.tsx'), 'Home'),
})
