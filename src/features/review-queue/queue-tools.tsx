import { withBase } from '#client/lib/base-path.ts'
import { useStaffPermissions } from '#client/lib/permissions.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import styles from './queue-filters.module.css'
import type { QueueSearch } from './queue-search.ts'

type Props = { search: QueueSearch; onSearch: (next: QueueSearch) => void }
const views = [
  { value: undefined, name: 'List' },
  { value: 'review', name: 'Review' },
] as const

/** How the queue is looked at, and the way to take it along as a table. */
export function QueueTools({ search, onSearch }: Props) {
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

/** Where the server writes every submission of a filter as CSV. */
function csvUrl(filter: { status?: string; search?: string }): string {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim()))
  const query = new URLSearchParams(given).toString()
  return withBase(`/api/admin/submissions.csv${query && `?${query}`}`)
}
