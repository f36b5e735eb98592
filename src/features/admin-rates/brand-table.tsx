import { formatDate } from '#client/lib/format.ts'
import { Tag, type Tone } from '#client/ui/badge.tsx'
import { QuietButton } from '#client/ui/button.tsx'
import { FilterBar, FilterChoices, FilterSelect } from '#client/ui/filter-bar.tsx'
import { RowCheck } from '#client/ui/row-check.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { stateAt } from '#shared/brand.ts'
import { type BrandState, brandCategories, brandStates } from '#shared/brands.ts'
import { formatWholeDollars } from '#shared/money.ts'
import { type BrandSearch, type BrandSort, type LastChanges, nextSort } from './brand-search.ts'
import styles from './brand-table.module.css'
import { OldAndNew } from './change-list.tsx'
import { rateRange, stateNames } from './rate-changes.ts'
import type { RateEdits, Terms } from './rate-edits.ts'

const stateTones: Readonly<Record<BrandState, Tone>> = { active: 'ok', paused: 'warn', hidden: 'off' }

type BrandTableProps = {
  /** With the edits in place. */
  brands: readonly Terms[]
  edits: RateEdits['edits']
  lastChanges: LastChanges
  selected: ReadonlySet<string>
  search: BrandSearch
  now: number
  onSearch: (next: BrandSearch) => void
  onSelect: (selected: ReadonlySet<string>) => void
  onOpen: (slug: string) => void
  onHistory: (slug: string) => void
}

export function BrandTable(props: BrandTableProps) {
  const { brands, edits, lastChanges, selected, search, now, onSearch, onSelect, onOpen, onHistory } = props
  const isAll = brands.every(({ slug }) => selected.has(slug))
  const selectAll = () => onSelect(new Set(isAll ? [] : brands.map(({ slug }) => slug)))
  const columns: readonly Column<Terms, BrandSort>[] = [
    {
      name: 'Select',
      kind: 'select',
      head: <RowCheck label="Select all brands of the list" isChecked={isAll} onToggle={selectAll} />,
      cell: ({ slug, name }) => (
        <RowCheck
          label={`Select ${name}`}
          isChecked={selected.has(slug)}
          onToggle={() => onSelect(toggled(selected, slug))}
        />
      ),
    },
    {
      name: 'Brand',
      sort: 'name',
      wraps: true,
      cell: (brand) => <BrandCell {...{ brand, now, onOpen }} isChanged={edits.has(brand.slug)} />,
    },
    { name: 'Category', sort: 'category', from: 'wide', cell: ({ category }) => category },
    { name: 'State', sort: 'state', from: 'medium', cell: (brand) => <StateTag state={stateAt(brand, now)} /> },
    {
      name: 'Minimum',
      sort: 'min',
      kind: 'number',
      from: 'wide',
      cell: ({ minCents }) => formatWholeDollars(minCents),
    },
    {
      name: 'Maximum',
      sort: 'max',
      kind: 'number',
      from: 'wide',
      cell: ({ maxCents }) => formatWholeDollars(maxCents),
    },
    {
      name: 'Rate',
      sort: 'rate',
      kind: 'number',
      cell: (brand) => <Rate brand={brand} before={edits.get(brand.slug)?.before} />,
    },
    {
      name: 'Last change',
      sort: 'changed',
      kind: 'number',
      from: 'medium',
      cell: ({ slug, name }) => <HistoryButton {...{ slug, name, onHistory }} changedAt={lastChanges[slug]} />,
    },
  ]
  return (
    <Table
      name="Brands and their rates"
      columns={columns}
      rows={brands}
      rowKey={({ slug }) => slug}
      headColumn={1}
      order={{
        sort: search.sort,
        isDescending: search.descending === true,
        onSort: (sort) => onSearch(nextSort(search, sort)),
      }}
    />
  )
}

function toggled(selected: ReadonlySet<string>, slug: string) {
  const next = new Set(selected)
  if (!next.delete(slug)) next.add(slug)
  return next
}

export function brandId(slug: string) {
  return `brand-${slug}`
}

type BrandCellProps = Pick<BrandTableProps, 'now' | 'onOpen'> & { brand: Terms; isChanged: boolean }

function BrandCell({ brand, isChanged, now, onOpen }: BrandCellProps) {
  const { slug, name, category, minCents, maxCents } = brand
  const state = stateAt(brand, now)
  return (
    <>
      <button
        type="button"
        id={brandId(slug)}
        className={`hover-underline ${styles.name}`}
        onClick={() => onOpen(slug)}
      >
        {name}
      </button>
      {isChanged && <span className={`text-xs strong ${styles.changed}`}>Changed</span>}
      {state !== 'active' && <span className={`warn text-xs strong ${styles.stateNote}`}>{stateNames[state]}</span>}
      <span className={`subline ${styles.note}`}>
        {category}, {formatWholeDollars(minCents)} to {formatWholeDollars(maxCents)}
      </span>
    </>
  )
}

function StateTag({ state }: { state: BrandState }) {
  return <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>
}

type HistoryButtonProps = Pick<BrandTableProps, 'onHistory'> & {
  slug: string
  name: string
  changedAt: string | undefined
}

function HistoryButton({ slug, name, changedAt, onHistory }: HistoryButtonProps) {
  return (
    <QuietButton
      aria-label={changedAt ? `${formatDate(changedAt)}: history of ${name}` : `History of ${name}`}
      onClick={() => onHistory(slug)}
    >
      {changedAt ? formatDate(changedAt) : 'History'}
    </QuietButton>
  )
}

function Rate({ brand, before }: { brand: Terms; before: Terms | undefined }) {
  const rate = rateRange(brand)
  const old = before ? rateRange(before) : rate
  return old === rate ? rate : <OldAndNew before={old} after={rate} />
}

const categories = [{ value: '', name: 'All categories' }, ...brandCategories.map((value) => ({ value, name: value }))]

export function BrandFilters({
  search,
  changed,
  onSearch,
}: {
  search: BrandSearch
  changed: number
  onSearch: (next: BrandSearch, replace?: boolean) => void
}) {
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
        committed={text}
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
