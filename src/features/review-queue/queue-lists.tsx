import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { Button } from '#client/ui/button.tsx'
import { FilterRow } from '#client/ui/filter-bar.tsx'
import { submissionLists } from '#shared/submission-lists.ts'
import type { QueueSearch } from './queue-search.ts'

const POLL_MS = 60_000

type Props = { search: QueueSearch; onSearch: (next: QueueSearch) => void }

/** Orders that wait for something besides a decision. Nothing while all lists are empty. */
export function QueueLists({ search: { view, list }, onSearch }: Props) {
  const { data } = trpc.admin.submissions.lists.useQuery(undefined, usePolling(POLL_MS / 3, POLL_MS))
  const shown = data?.filter(({ name, count }) => count > 0 || name === list) ?? []
  if (shown.length === 0) return null
  return (
    <nav aria-label="Lists">
      <FilterRow chosen={list}>
        <div className="cluster gap-2">
          <span className="muted">Lists</span>
          {shown.map(({ name, count, overdue }) => (
            <Button
              key={name}
              variant="quiet"
              size="small"
              aria-pressed={list === name}
              onClick={() => onSearch(list === name ? { view } : { view, list: name })}
            >
              {submissionLists[name]} {count}
              {overdue > 0 && name !== 'overdue' && `, ${overdue} overdue`}
            </Button>
          ))}
        </div>
      </FilterRow>
    </nav>
  )
}
