import { type ReactNode, useCallback, useId } from 'react'
import { useSearchText } from '#client/lib/use-search-text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { statusLabels } from '#shared/status-label.ts'
import { reviewStatuses } from '#shared/submission.ts'
import styles from './queue-filters.module.css'
import type { QueueSearch } from './queue-search.ts'

const filters = [
  { status: undefined, name: 'All' },
  ...reviewStatuses.map((status) => ({ status, name: statusLabels[status].name })),
]

type Props = {
  search: QueueSearch
  onSearch: (next: QueueSearch, replace?: boolean) => void
  /** Stands at the end of the line. */
  children?: ReactNode
}

/** Search box and status filters of the queue. Changing either goes back to the first page. */
export function QueueFilters({ search: { status, search, view }, onSearch, children }: Props) {
  const id = useId()
  const commit = useCallback(
    (text: string) => onSearch({ view, status, search: text || undefined }, true),
    [onSearch, view, status],
  )
  const [text, setText] = useSearchText(search ?? '', commit)

  return (
    <search className={styles.filters}>
      <div className={styles.box}>
        <Icon name="search" size={16} />
        <label className="visually-hidden" htmlFor={id}>
          Search submissions
        </label>
        <input
          id={id}
          type="search"
          aria-keyshortcuts="/"
          className={styles.input}
          placeholder="Search by email, card type, or submission ID..."
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce six buttons as form fields */}
      <div className={styles.statuses} role="group" aria-label="Filter by status">
        {filters.map((filter) => (
          <button
            key={filter.name}
            type="button"
            className={styles.status}
            aria-pressed={filter.status === status}
            onClick={() => onSearch({ view, status: filter.status, search: text || undefined })}
          >
            {filter.name}
          </button>
        ))}
      </div>
      {view === undefined && (
        <p className={styles.keys}>
          <kbd>J</kbd> <kbd>K</kbd> move, <kbd>U</kbd> update status
        </p>
      )}
      {children}
    </search>
  )
}
