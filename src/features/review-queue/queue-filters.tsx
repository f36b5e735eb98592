import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { FilterBar, FilterChoices, FilterRow, FilterSelect } from '#client/ui/filter-bar.tsx'
import { SmallButton } from '#client/ui/row-button.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import type { QueueSort } from '#shared/queue.ts'
import { statusLabels } from '#shared/status-label.ts'
import { reviewStatuses } from '#shared/submission.ts'
import { submissionLists } from '#shared/submission-lists.ts'
import { offeredSorts, type ShownFilter, shownFilter, shownSort } from './queue-search.ts'
import { useWorkspace } from './review/use-review-workspace.ts'
import { useWaiting } from './use-submissions.ts'

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
  due: 'Due first',
  oldest: 'Oldest first',
  newest: 'Newest first',
  value: 'Highest value',
  risk: 'Warnings first',
}

export function QueueFilters() {
  const { search, onSearch } = useWorkspace()
  const { status, search: text, sort, view } = search
  const shown = shownFilter(search)
  const approved = useWaiting()?.approved
  return (
    <FilterBar>
      <FilterChoices
        label="Filter by status"
        choices={filters.map((each) => (each.value === 'approved' ? { ...each, count: approved } : each))}
        chosen={shown}
        onChoose={(chosen) => onSearch({ view, status: chosen, search: text, sort })}
      />
      <SearchBox
        label="Search submissions"
        placeholder="Search by email, card type, or submission ID..."
        shortcut="/"
        committed={text}
        onCommit={(next) => onSearch({ view, status, search: next, sort }, true)}
      />
      <FilterSelect
        label="Sort by"
        options={offeredSorts(shown).map((value) => ({ value, name: sortNames[value] }))}
        chosen={shownSort(search)}
        onChoose={(chosen) => onSearch({ view, status, search: text, sort: chosen })}
      />
      <ChoiceButtons
        label="View"
        choices={views}
        chosen={view}
        onChoose={(chosen) => onSearch({ ...search, view: chosen, id: undefined })}
      />
    </FilterBar>
  )
}

const POLL_MS = 60_000

export function QueueLists() {
  const { search, onSearch } = useWorkspace()
  const { view, list } = search
  const { data } = trpc.admin.submissions.lists.useQuery(undefined, usePolling(POLL_MS / 3, POLL_MS))
  const shown = data?.filter(({ name, count }) => count > 0 || name === list) ?? []
  if (shown.length === 0) return null
  return (
    <nav aria-label="Lists">
      <FilterRow chosen={list}>
        <div className="cluster gap-2">
          <span className="muted">Lists</span>
          {shown.map(({ name, count, overdue }) => (
            <SmallButton
              key={name}
              variant="quiet"
              aria-pressed={list === name}
              onClick={() => onSearch(list === name ? { view } : { view, list: name })}
            >
              {submissionLists[name]} {count}
              {overdue > 0 && name !== 'overdue' && `, ${overdue} overdue`}
            </SmallButton>
          ))}
        </div>
      </FilterRow>
    </nav>
  )
}
