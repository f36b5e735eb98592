import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/$')({
  staticData: { prerender: {} },
  head: () => ({ meta: [{ title: '404 Page Not Found' }] }),
  component: lazyRouteComponent(() => import('./-pages/$.tsx'), 'UnknownPage'),
})
