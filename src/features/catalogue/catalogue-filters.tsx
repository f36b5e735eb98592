import { useLayoutEffect, useRef, useState } from 'react'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import styles from './catalogue-filters.module.css'
import { CategoryFilter } from './category-filter.tsx'
import { type CardSort, type CatalogueSearch, cardSorts, SEARCH_MAX_LENGTH } from './read-catalogue-search.ts'

const sortNames: Readonly<Record<CardSort, string>> = {
  name: 'Name, A to Z',
  popular: 'Most popular',
  rate: 'Highest rate',
  minimum: 'Lowest minimum',
}

type CatalogueFiltersProps = { search: CatalogueSearch; onSearch: (next: CatalogueSearch) => void }

/** Search box, order and categories. All live in the address, so a list can be sent to someone. */
export function CatalogueFilters({ search, onSearch }: CatalogueFiltersProps) {
  const committed = search.q ?? ''
  // The address follows a moment after the key: until it has, the box shows what was typed.
  const [typed, setTyped] = useState<string>()
  if (typed === committed) setTyped(undefined)
  const box = useRef<HTMLInputElement>(null)

  const type = (q: string) => {
    setTyped(q)
    onSearch({ ...search, q: q === '' ? undefined : q })
  }

  // What was typed before the script ran stands in the box only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawn box is read once
  useLayoutEffect(() => {
    const early = box.current?.value ?? ''
    if (early !== committed) type(early)
  }, [])

  return (
    <search className={styles.filters}>
      <div className={styles.fields}>
        <TextField
          ref={box}
          label="Search cards"
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_MAX_LENGTH}
          value={typed ?? committed}
          onValueChange={type}
        />
        <SelectField
          label="Sort by"
          value={search.sort ?? cardSorts[0]}
          onValueChange={(value) => onSearch({ ...search, sort: cardSorts.find((sort) => sort === value) })}
        >
          {cardSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortNames[sort]}
            </option>
          ))}
        </SelectField>
      </div>
      <CategoryFilter value={search.category} onChange={(category) => onSearch({ ...search, category })} />
    </search>
  )
}
