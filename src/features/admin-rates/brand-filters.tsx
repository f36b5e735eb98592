import { FilterBar, FilterChoices, FilterSelect } from '#client/ui/filter-bar.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { brandStates } from '#shared/brand.ts'
import { brandCategories } from '#shared/brands.ts'
import type { BrandSearch } from './brand-search.ts'
import { stateNames } from './rate-changes.ts'

const categories = [{ value: '', name: 'All categories' }, ...brandCategories.map((value) => ({ value, name: value }))]

type Props = {
  search: BrandSearch
  changed: number
  onSearch: (next: BrandSearch, replace?: boolean) => void
}

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
    <FilterBar>
      <SearchBox
        label="Search brands"
        placeholder="Search brands..."
        committed={text ?? ''}
        onCommit={(next) => set({ search: next }, true)}
      />
      <FilterSelect
        label="Category"
        options={categories}
        chosen={category ?? ''}
        onChoose={(chosen) => set({ category: chosen })}
      />
      <FilterChoices
        label="Filter by state"
        choices={choices}
        chosen={show}
        onChoose={(chosen) => set({ show: chosen })}
      />
    </FilterBar>
  )
}
