import { formatDate } from '#client/lib/format.ts'
import { Tag, type Tone } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { type BrandState, stateAt } from '#shared/brand.ts'
import { formatWholeDollars } from '#shared/money.ts'
import { type BrandSearch, type BrandSort, type LastChanges, nextSort } from './brand-search.ts'
import styles from './brand-table.module.css'
import { OldAndNew } from './change-list.tsx'
import { rateRange, stateNames } from './rate-changes.ts'
import type { RateEdits } from './rate-edits.ts'
import type { Terms } from './terms.ts'

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

/** One row per brand. On small screens category and limits are below the name. */
export function BrandTable(props: BrandTableProps) {
  const { brands, selected, onSelect } = props
  const isAll = brands.every(({ slug }) => selected.has(slug))
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Brands and their rates</caption>
      <thead>
        <tr>
          <td className={styles.check}>
            <Check
              label="Select all brands of the list"
              isChecked={isAll}
              onChange={() => onSelect(new Set(isAll ? [] : brands.map(({ slug }) => slug)))}
            />
          </td>
          <SortHead {...props} column="name" label="Brand" />
          <SortHead {...props} column="category" label="Category" className={styles.wide} />
          <SortHead {...props} column="state" label="State" className={styles.state} />
          <SortHead {...props} column="min" label="Minimum" className={`${styles.wide} ${styles.number}`} />
          <SortHead {...props} column="max" label="Maximum" className={`${styles.wide} ${styles.number}`} />
          <SortHead {...props} column="rate" label="Rate" className={styles.number} />
          <SortHead {...props} column="changed" label="Last change" className={styles.last} />
        </tr>
      </thead>
      <tbody>
        {brands.map((brand) => (
          <BrandRow key={brand.slug} {...props} brand={brand} />
        ))}
      </tbody>
    </table>
  )
}

type SortHeadProps = Pick<BrandTableProps, 'search' | 'onSearch'> & {
  column: BrandSort
  label: string
  className?: string | undefined
}

function SortHead({ search, onSearch, column, label, className }: SortHeadProps) {
  const isSorted = search.sort === column
  const order = isSorted ? (search.descending ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" className={className} aria-sort={order}>
      <button type="button" className={styles.sort} onClick={() => onSearch(nextSort(search, column))}>
        {label}
        <span className={styles.arrow} data-order={order} aria-hidden="true" />
      </button>
    </th>
  )
}

function BrandRow({
  brand,
  edits,
  lastChanges,
  selected,
  now,
  onSelect,
  onOpen,
  onHistory,
}: BrandTableProps & { brand: Terms }) {
  const { slug, name, category, minCents, maxCents } = brand
  const edit = edits.get(slug)
  const changedAt = lastChanges[slug]
  const state = stateAt(brand, now)
  const limits: [string, string] = [formatWholeDollars(minCents), formatWholeDollars(maxCents)]
  const toggle = () => {
    const next = new Set(selected)
    if (!next.delete(slug)) next.add(slug)
    onSelect(next)
  }
  return (
    <tr data-changed={edit ? '' : undefined}>
      <td className={styles.check}>
        <Check label={`Select ${name}`} isChecked={selected.has(slug)} onChange={toggle} />
      </td>
      <th scope="row">
        <button type="button" className={styles.name} onClick={() => onOpen(slug)}>
          {name}
        </button>
        {edit && <span className={styles.changed}>Changed</span>}
        {state !== 'active' && <span className={styles.stateNote}>{stateNames[state]}</span>}
        <span className={styles.note}>
          {category}, {limits.join(' to ')}
        </span>
      </th>
      <td className={styles.wide}>{category}</td>
      <td className={styles.state}>
        <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>
      </td>
      <td className={`${styles.wide} ${styles.number}`}>{limits[0]}</td>
      <td className={`${styles.wide} ${styles.number}`}>{limits[1]}</td>
      <td className={styles.number}>
        <Rate brand={brand} before={edit?.before} />
      </td>
      <td className={styles.last}>
        <Button
          variant="quiet"
          size="small"
          aria-label={changedAt ? `${formatDate(changedAt)}: history of ${name}` : `History of ${name}`}
          onClick={() => onHistory(slug)}
        >
          {changedAt ? formatDate(changedAt) : 'History'}
        </Button>
      </td>
    </tr>
  )
}

function Rate({ brand, before }: { brand: Terms; before: Terms | undefined }) {
  const rate = rateRange(brand)
  const old = before ? rateRange(before) : rate
  return old === rate ? rate : <OldAndNew before={old} after={rate} />
}

type CheckProps = { label: string; isChecked: boolean; onChange: () => void }

function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label className={styles.box}>
      <input type="checkbox" aria-label={label} checked={isChecked} onChange={onChange} />
    </label>
  )
}
