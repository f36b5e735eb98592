import { type ReactNode, useEffect, useState } from 'react'
import { playAlert } from '#client/lib/alert-sound.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { QuietButton, SmallButton } from '#client/ui/button.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { FilterBar, FilterChoices, FilterRow, FilterSelect } from '#client/ui/filter-bar.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { UndoBar } from '#client/ui/undo-bar.tsx'
import type { QueueSort } from '#shared/queue.ts'
import { statusLabels } from '#shared/status-label.ts'
import { reviewStatuses } from '#shared/submission.ts'
import { submissionLists } from '#shared/submission-lists.ts'
import { OverdueAppeals } from './appeals/overdue-appeals.tsx'
import type { RenderProblems } from './paid-order.ts'
import { QueuePage, QueueSummary } from './queue-page.tsx'
import { offeredSorts, type QueueSearch, type ShownFilter, shownFilter, shownSort } from './queue-search.ts'
import { rememberQueue, useRememberedQueue } from './remembered-queue.ts'
import { ReviewView } from './review/review-view.tsx'
import { useReviewKeys } from './review/use-review-shortcuts.ts'
import { useReviewWorkspace, useWorkspace, Workspace } from './review/use-review-workspace.ts'
import { StatusDialog } from './status-dialog.tsx'
import { SubmissionCard } from './submission-card.tsx'
import styles from './submission-queue.module.css'
import { useWaiting } from './use-submissions.ts'

type Props = {
  search: QueueSearch
  onSearch: (next: QueueSearch, replace?: boolean) => void
  /** Above the list; the review view needs the whole screen. */
  intro?: ReactNode
  renderProblems: RenderProblems
}

/** The review queue: figures, filters, and either rows with a decision dialog or the review view. */
export function SubmissionsTab({ search: given, onSearch: navigate, intro, renderProblems }: Props) {
  const search = useRememberedQueue(given)
  const onSearch = (next: QueueSearch, replace?: boolean) => {
    rememberQueue(next)
    navigate(next, replace)
  }
  // Here, not in the review view, so that switching views keeps running saves and undo.
  const workspace = useReviewWorkspace({ search, onSearch, renderProblems })
  const { deciding, heading, list, undo } = workspace
  useReviewKeys(list, search)

  return (
    <Workspace value={workspace}>
      {search.view !== 'review' && intro}
      {search.view !== 'review' && <OverdueAppeals />}
      <OverdueBar
        isHidden={search.view === 'review'}
        onOpen={(id) => onSearch({ view: 'review', status: 'open', sort: 'due', id })}
      />
      <QueueSummary />
      {(search.view !== 'review' || search.list) && <QueueLists />}
      <QueueFilters />
      <h2 ref={heading} tabIndex={-1} className={`visually-hidden ${styles.heading}`}>
        {search.page === undefined ? 'Submissions' : `Submissions, page ${search.page}`}
      </h2>
      {search.view === 'review' ? <ReviewView /> : <SubmissionQueue />}
      {!deciding && <UndoBar undo={undo} hasKey />}
      {deciding && <StatusDialog key={deciding.id} submission={deciding} />}
    </Workspace>
  )
}

function SubmissionQueue() {
  const { query, rows, list } = useWorkspace()
  return (
    <QueuePage>
      {/* Takes the focus of a decided submission that left the page, so that J continues with the next. */}
      <section ref={list} role="feed" aria-label="Submissions" tabIndex={-1} aria-busy={query.isPlaceholderData}>
        {rows.map((each) => (
          <SubmissionCard key={each.id} submission={each} />
        ))}
      </section>
    </QueuePage>
  )
}

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

function QueueFilters() {
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

function QueueLists() {
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
            <QuietButton
              key={name}
              aria-pressed={list === name}
              onClick={() => onSearch(list === name ? { view } : { view, list: name })}
            >
              {submissionLists[name]} {count}
              {overdue > 0 && name !== 'overdue' && `, ${overdue} overdue`}
            </QuietButton>
          ))}
        </div>
      </FilterRow>
    </nav>
  )
}

type OverdueBarProps = {
  onOpen: (submissionId: string) => void
  /** Announces without a bar, because the review needs the whole window. */
  isHidden: boolean
}

function OverdueBar({ onOpen, isHidden }: OverdueBarProps) {
  const { overdue = 0, oldestDue } = useWaiting() ?? {}
  const text = overdue === 1 ? '1 order is overdue.' : `${overdue} orders are overdue.`
  const openOldest = () => oldestDue && onOpen(oldestDue.id)
  const announced = useAnnounced(overdue, text)
  return (
    <>
      {announced !== '' && (
        <p role="alert" className="visually-hidden">
          {announced}
        </p>
      )}
      {oldestDue && overdue > 0 && !isHidden && (
        <Notice tone="bad">
          <span className="cluster gap-3">
            {text}
            <SmallButton onClick={openOldest}>Open the oldest</SmallButton>
          </span>
        </Notice>
      )}
    </>
  )
}

/** The text of the first overdue orders only. A rising number plays the alert while the page is not in use. */
function useAnnounced(overdue: number, text: string) {
  const [announced, setAnnounced] = useState('')
  const [former, setFormer] = useState(0)
  useEffect(() => {
    if (overdue > former) playAlert()
    setFormer(overdue)
  }, [overdue, former])
  const isAnnounced = announced !== ''
  if (overdue > 0 && !isAnnounced) setAnnounced(text)
  if (overdue === 0 && isAnnounced) setAnnounced('')
  return announced
}
