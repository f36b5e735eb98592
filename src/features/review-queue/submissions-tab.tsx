import type { ReactNode } from 'react'
import { UndoBar } from '#client/ui/undo-bar.tsx'
import { OverdueAppeals } from './appeals/overdue-appeals.tsx'
import { OverdueBar } from './overdue-bar.tsx'
import type { RenderProblems } from './paid-order.ts'
import { QueueFilters, QueueLists } from './queue-filters.tsx'
import { QueuePage } from './queue-page.tsx'
import type { QueueSearch } from './queue-search.ts'
import { QueueSummary } from './queue-summary.tsx'
import { rememberQueue, useRememberedQueue } from './remembered-queue.ts'
import { ReviewView } from './review/review-view.tsx'
import { useReviewKeys } from './review/use-review-shortcuts.ts'
import { useReviewWorkspace, useWorkspace, Workspace } from './review/use-review-workspace.ts'
import { StatusDialog } from './status-dialog.tsx'
import { SubmissionCard } from './submission-card.tsx'
import styles from './submission-queue.module.css'

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
