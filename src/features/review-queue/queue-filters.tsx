import type { ReactNode } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { statusLabels } from '#shared/status-label.ts'
import { reviewStatuses } from '#shared/submission.ts'
import styles from './queue-filters.module.css'
import type { QueueSearch } from './queue-search.ts'

const views = [
  { value: undefined, name: 'List' },
  { value: 'review', name: 'Review' },
] as const

const filters = [
  { value: undefined, name: 'All' },
  ...reviewStatuses.map((status) => ({ value: status, name: statusLabels[status].name })),
]

type QueueFiltersProps = {
  search: QueueSearch
  onSearch: (next: QueueSearch, replace?: boolean) => void
  /** Rendered at the end of the row. */
  children?: ReactNode
}

/** Search box and status filters. A change goes back to the first page. */
export function QueueFilters({ search: { status, search, view }, onSearch, children }: QueueFiltersProps) {
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

type QueueToolsProps = { search: QueueSearch; onSearch: (next: QueueSearch) => void }

/** The view switch and the CSV export. */
export function QueueTools({ search, onSearch }: QueueToolsProps) {
  const { mayReview } = useStaffPermissions()
  const { status, search: text } = search
  return (
    <div className={styles.tools}>
      {mayReview && (
        <a className={buttonClass('quiet', 'small')} href={csvUrl({ status, search: text })} download>
          Export CSV
        </a>
      )}
      <ChoiceButtons
        label="View"
        choices={views}
        chosen={search.view}
        onChoose={(view) => onSearch({ ...search, view, id: undefined })}
      />
    </div>
  )
}

/** The URL of the CSV export of all matching submissions. */
function csvUrl(filter: { status?: string; search?: string }): string {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim()))
  const query = new URLSearchParams(given).toString()
  return withBase(`/api/admin/submissions.csv${query && `?${query}`}`)
}
