import { createFileRoute } from '@tanstack/react-router'
import { type CatalogueSearch, readCatalogueSearch } from '#client/features/catalogue/read-catalogue-search.ts'
import { SupportedCards } from '#client/features/catalogue/supported-cards.tsx'

export const Route = createFileRoute('/supported-cards')({
  staticData: { prerender: { unless: ['category', 'q', 'sort'] } },
  validateSearch: readCatalogueSearch,
  head: () => ({ meta: [{ title: 'Supported Cards' }] }),
  component: SupportedCardsPage,
})

function SupportedCardsPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const changeSearch = (next: CatalogueSearch) =>
    void navigate({ search: readCatalogueSearch(next), replace: true, resetScroll: false })
  return <SupportedCards search={search} onSearch={changeSearch} />
}
