import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/figures')({
  staticData: { prerender: {} },
  head: () => ({ meta: [{ title: 'What we measure' }] }),
  component: lazyRouteComponent(() => import('./-pages/figures.tsx'), 'Figures'),
})
