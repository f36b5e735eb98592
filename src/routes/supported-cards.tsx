import { createFileRoute, useHydrated } from '@tanstack/react-router'
import { type CatalogueSearch, readCatalogueSearch } from '#client/features/catalogue/catalogue-search.ts'
import { SupportedCards } from '#client/features/catalogue/supported-cards.tsx'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/supported-cards')({
  validateSearch: readCatalogueSearch,
  head: () => ({ meta: [{ title: `Supported Cards | ${site.brandName}` }] }),
  component: SupportedCardsPage,
})

function SupportedCardsPage() {
  const asked = Route.useSearch()
  // The page is drawn ahead of time for nobody's search, and the first drawing in the browser has to be the same.
  const search = useHydrated() ? asked : {}
  const navigate = Route.useNavigate()
  const changeSearch = (next: CatalogueSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  return <SupportedCards search={search} onSearch={changeSearch} />
}
