import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { brandStates } from '#shared/brand.ts'
import { brandCategories } from '#shared/brands.ts'
import styles from './brand-filters.module.css'
import type { BrandSearch } from './brand-search.ts'
import { stateNames } from './rate-changes.ts'

type Props = {
  search: BrandSearch
  /** Number of brands with edits. */
  changed: number
  onSearch: (next: BrandSearch, replace?: boolean) => void
}

/** The search box and the filters of the table of brands. */
export function BrandFilters({ search, changed, onSearch }: Props) {
  const { search: text, category, show, ...order } = search
  const set = (
    part: { search?: string; category?: string | undefined; show?: BrandSearch['show'] },
    replace = false,
  ) => {
    const next = Object.entries({ search: text, category, show, ...part }).filter(([, value]) => value)
    onSearch({ ...order, ...Object.fromEntries(next) }, replace)
  }
  const choices = [
    { value: undefined, name: 'All' },
    ...brandStates.map((value) => ({ value, name: stateNames[value] })),
    { value: 'changed' as const, name: changed > 0 ? `Changed (${changed})` : 'Changed' },
  ]
  return (
    <search className={styles.filters}>
      <SearchBox
        label="Search brands"
        placeholder="Search brands..."
        committed={text ?? ''}
        onCommit={(next) => set({ search: next }, true)}
      />
      <select
        aria-label="Category"
        className={styles.select}
        value={category ?? ''}
        onChange={(event) => set({ category: event.target.value })}
      >
        <option value="">All categories</option>
        {brandCategories.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <div className={styles.choices}>
        <ChoiceButtons
          label="Filter by state"
          choices={choices}
          chosen={show}
          onChoose={(chosen) => set({ show: chosen })}
        />
      </div>
    </search>
  )
}
