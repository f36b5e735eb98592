import { useEffect, useRef } from 'react'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import type { QueueSort } from '#shared/queue.ts'
import { statusLabels } from '#shared/status-label.ts'
import { reviewStatuses } from '#shared/submission.ts'
import styles from './queue-filters.module.css'
import { offeredSorts, type QueueSearch, type ShownFilter, shownFilter, shownSort } from './queue-search.ts'

const views = [
  { value: undefined, name: 'List' },
  { value: 'review', name: 'Review' },
] as const

const filters: readonly { value: ShownFilter; name: string }[] = [
  { value: 'open', name: 'Needs a decision' },
  { value: 'approved', name: 'Waiting for payout' },
  { value: 'all', name: 'All' },
  ...reviewStatuses.map((status) => ({ value: status, name: statusLabels[status].name })),
  { value: 'registered', name: 'Registrations' },
]

const sortNames: Readonly<Record<QueueSort, string>> = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  value: 'Highest value',
  risk: 'Warnings first',
}

type QueueFiltersProps = {
  search: QueueSearch
  onSearch: (next: QueueSearch, replace?: boolean) => void
}

/** Filters, search box, order and view of the queue. A change goes back to the first page. */
export function QueueFilters({ search, onSearch }: QueueFiltersProps) {
  const { status, search: text, sort, view } = search
  const shown = shownFilter(search)
  const choices = useRef<HTMLDivElement>(null)
  // On small screens the row is wider than the screen.
  useEffect(() => {
    const row = choices.current
    const button = row?.querySelectorAll('button')[filters.findIndex(({ value }) => value === shown)]
    if (row && button) row.scrollLeft = button.offsetLeft - (row.clientWidth - button.offsetWidth) / 2
  }, [shown])
  return (
    <search className={styles.filters}>
      <div ref={choices} className={styles.choices}>
        <ChoiceButtons
          label="Filter by status"
          choices={filters}
          chosen={shown}
          onChoose={(chosen) => onSearch({ view, status: chosen, search: text, sort })}
        />
      </div>
      <SearchBox
        label="Search submissions"
        placeholder="Search by email, card type, or submission ID..."
        shortcut="/"
        committed={text ?? ''}
        onCommit={(next) => onSearch({ view, status, search: next || undefined, sort }, true)}
      />
      <select
        aria-label="Sort by"
        className={styles.sort}
        value={shownSort(search)}
        onChange={(event) => onSearch({ view, status, search: text, sort: event.target.value as QueueSort })}
      >
        {offeredSorts(shown).map((each) => (
          <option key={each} value={each}>
            {sortNames[each]}
          </option>
        ))}
      </select>
      <ChoiceButtons
        label="View"
        choices={views}
        chosen={view}
        onChoose={(chosen) => onSearch({ ...search, view: chosen, id: undefined })}
      />
    </search>
  )
}
