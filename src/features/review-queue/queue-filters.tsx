import type { ReactNode } from 'react'
import { useStaffPermissions } from '#client/lib/permissions.ts'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { statusLabels } from '#shared/status-label.ts'
import { reviewStatuses } from '#shared/submission.ts'
import styles from './queue-filters.module.css'
import type { QueueSearch } from './queue-search.ts'

const filters = [
  { value: undefined, name: 'All' },
  ...reviewStatuses.map((status) => ({ value: status, name: statusLabels[status].name })),
]

type Props = {
  search: QueueSearch
  onSearch: (next: QueueSearch, replace?: boolean) => void
  /** Stands at the end of the line. */
  children?: ReactNode
}

/** Search box and status filters of the queue. Changing either goes back to the first page. */
export function QueueFilters({ search: { status, search, view }, onSearch, children }: Props) {
  const { mayReview } = useStaffPermissions()
  return (
    <search className={styles.filters}>
      <SearchBox
        label="Search submissions"
        placeholder="Search by email, card type, or submission ID..."
        shortcut="/"
        committed={search ?? ''}
        onCommit={(text) => onSearch({ view, status, search: text || undefined }, true)}
      />
      <ChoiceButtons
        label="Filter by status"
        choices={filters}
        chosen={status}
        onChoose={(chosen) => onSearch({ view, status: chosen, search })}
      />
      {view === undefined && (
        <p className={styles.keys}>
          <kbd>J</kbd> <kbd>K</kbd> move
          {mayReview && (
            <>
              , <kbd>U</kbd> update status
            </>
          )}
        </p>
      )}
      {children}
    </search>
  )
}
