import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readCatalogueSearch } from '#client/features/catalogue/read-catalogue-search.ts'

export const Route = createFileRoute('/supported-cards')({
  staticData: { prerender: { unless: ['category', 'q', 'sort'] } },
  validateSearch: readCatalogueSearch,
  head: () => ({ meta: [{ title: 'Supported Cards' }] }),
  component: lazyRouteComponent(() => import('./-pages/supported-cards.tsx'), 'SupportedCardsPage'),
})
