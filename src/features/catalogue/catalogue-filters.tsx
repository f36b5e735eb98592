import { useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '#client/lib/composition.ts'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { type BrandCategory, brandCategories } from '#shared/brands.ts'
import styles from './catalogue-filters.module.css'
import { type CardSort, type CatalogueSearch, cardSorts, SEARCH_MAX_LENGTH } from './read-catalogue-search.ts'

const sortNames: Readonly<Record<CardSort, string>> = {
  name: 'Name, A to Z',
  popular: 'Most popular',
  rate: 'Highest rate',
  minimum: 'Lowest minimum',
}

type CatalogueFiltersProps = {
  search: CatalogueSearch
  onSearch: (next: CatalogueSearch) => void
  /** Enter in the search box, which closes the keyboard of a phone when the focus goes elsewhere. */
  onEnter: () => void
}

export function CatalogueFilters({ search, onSearch, onEnter }: CatalogueFiltersProps) {
  const committed = search.q ?? ''
  // The URL is updated asynchronously. Until then the input shows the typed text.
  const [typed, setTyped] = useState<string>()
  if (typed === committed) setTyped(undefined)
  const box = useRef<HTMLInputElement>(null)

  const type = (q: string) => {
    setTyped(q)
    onSearch({ ...search, q: q === '' ? undefined : q })
  }

  // Text that was typed before hydration exists in the DOM only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the prerendered input is read once
  useLayoutEffect(() => {
    const early = box.current?.value ?? ''
    if (early !== committed) type(early)
  }, [])

  return (
    <search className={`stack not-printed ${styles.filters}`}>
      <div className={`stack gap-4 row-gap-3 ${styles.fields}`}>
        <TextField
          ref={box}
          label="Search cards"
          type="search"
          spellCheck={false}
          maxLength={SEARCH_MAX_LENGTH}
          value={typed ?? committed}
          enterKeyHint="search"
          onValueChange={type}
          onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !isComposing(nativeEvent) && onEnter()}
        />
        <SelectField
          label="Sort by"
          value={search.sort ?? cardSorts[0]}
          options={optionsOf(cardSorts, sortNames)}
          onValueChange={(sort) => onSearch({ ...search, sort })}
        />
      </div>
      <CategoryFilter value={search.category} onChange={(category) => onSearch({ ...search, category })} />
    </search>
  )
}

type CategoryFilterProps = { value: BrandCategory | undefined; onChange: (category: BrandCategory | undefined) => void }

function CategoryFilter({ value, onChange }: CategoryFilterProps) {
  return (
    <fieldset className={`cluster stretch gap-2 shrinks ${styles.filter}`}>
      <legend className="visually-hidden">Category</legend>
      {[undefined, ...brandCategories].map((category) => (
        <button
          key={category ?? 'all'}
          type="button"
          className={`text-sm strong hover-sunken ${styles.choice}`}
          aria-pressed={category === value}
          onClick={() => onChange(category)}
        >
          {category ?? 'All Categories'}
        </button>
      ))}
    </fieldset>
  )
}
