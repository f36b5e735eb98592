import { useNavigate, useSearch } from '@tanstack/react-router'
import { type CatalogueSearch, readCatalogueSearch } from '#client/features/catalogue/read-catalogue-search.ts'
import { SupportedCards } from '#client/features/catalogue/supported-cards.tsx'

export function SupportedCardsPage() {
  const search = useSearch({ from: '/supported-cards' })
  const navigate = useNavigate({ from: '/supported-cards' })
  const changeSearch = (next: CatalogueSearch) =>
    void navigate({ search: readCatalogueSearch(next), replace: true, resetScroll: false })
  return <SupportedCards search={search} onSearch={changeSearch} />
}
