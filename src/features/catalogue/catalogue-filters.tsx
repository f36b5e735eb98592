import { useState } from 'react'
import { TextField } from '#client/ui/text-field.tsx'
import styles from './catalogue-filters.module.css'
import type { CatalogueSearch } from './catalogue-search.ts'
import { CategoryFilter } from './category-filter.tsx'

type CatalogueFiltersProps = { search: CatalogueSearch; onSearch: (next: CatalogueSearch) => void }

/** Search box and categories. Both live in the address, so a list can be sent to someone. */
export function CatalogueFilters({ search, onSearch }: CatalogueFiltersProps) {
  const committed = search.q ?? ''
  // The address follows a moment after the key: until it has, the box shows what was typed.
  const [typed, setTyped] = useState<string>()
  if (typed === committed) setTyped(undefined)

  const type = (q: string) => {
    setTyped(q)
    onSearch({ ...search, q: q === '' ? undefined : q })
  }

  return (
    <search className={styles.filters}>
      <TextField
        label="Search cards"
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={typed ?? committed}
        onValueChange={type}
      />
      <CategoryFilter value={search.category} onChange={(category) => onSearch({ ...search, category })} />
    </search>
  )
}
