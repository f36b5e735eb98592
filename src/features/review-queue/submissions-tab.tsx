import { type ReactNode, useRef } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { useNow } from '#client/lib/use-now.ts'
import { UndoBar } from '#client/ui/undo-bar.tsx'
import { OverdueAppeals } from './appeals/overdue-appeals.tsx'
import { OverdueBar } from './overdue-bar.tsx'
import type { RenderOrderProblems, RenderProblems } from './paid-order.ts'
import { QueueFilters, QueueLists } from './queue-filters.tsx'
import { QueuePage } from './queue-page.tsx'
import type { QueueSearch } from './queue-search.ts'
import { QueueSummary } from './queue-summary.tsx'
import { rememberQueue, useRememberedQueue } from './remembered-queue.ts'
import { type QueueViewProps, ReviewView } from './review/review-view.tsx'
import { useWarnings } from './review/use-review.ts'
import { useReviewKeys } from './review/use-review-shortcuts.ts'
import { useReviewWorkspace } from './review/use-review-workspace.ts'
import { StatusDialog } from './status-dialog.tsx'
import { SubmissionCard } from './submission-card.tsx'
import styles from './submission-queue.module.css'

type Props = {
  search: QueueSearch
  onSearch: (next: QueueSearch, replace?: boolean) => void
  /** Above the list; the review view needs the whole screen. */
  intro?: ReactNode
  renderProblems: RenderOrderProblems
}

/** The review queue: figures, filters, and either rows with a decision dialog or the review view. */
export function SubmissionsTab({ search: given, onSearch: navigate, intro, renderProblems: render }: Props) {
  const search = useRememberedQueue(given)
  const onSearch = (next: QueueSearch, replace?: boolean) => {
    rememberQueue(next)
    navigate(next, replace)
  }
  // Here, not in the review view, so that switching views keeps running saves and undo.
  const workspace = useReviewWorkspace({ search, onSearch })
  const list = useRef<HTMLElement>(null)
  useReviewKeys(list, search)
  const { deciding, heading, undo } = workspace
  const renderProblems: RenderProblems = (order) => render({ ...order, onUndoable: undo.offer })

  return (
    <>
      {search.view !== 'review' && intro}
      {search.view !== 'review' && <OverdueAppeals />}
      <OverdueBar
        isHidden={search.view === 'review'}
        onOpen={(id) => onSearch({ view: 'review', status: 'open', sort: 'due', id })}
      />
      <QueueSummary workspace={workspace} />
      {(search.view !== 'review' || search.list) && <QueueLists search={search} onSearch={onSearch} />}
      <QueueFilters search={search} onSearch={onSearch} />
      <h2 ref={heading} tabIndex={-1} className={`visually-hidden ${styles.heading}`}>
        {search.page === undefined ? 'Submissions' : `Submissions, page ${search.page}`}
      </h2>
      {search.view === 'review' ? (
        <ReviewView workspace={workspace} listRef={list} renderProblems={renderProblems} />
      ) : (
        <SubmissionQueue workspace={workspace} listRef={list} renderProblems={renderProblems} />
      )}
      {!deciding && <UndoBar undo={undo} hasKey />}
      {deciding && (
        <StatusDialog
          key={deciding.id}
          submission={deciding}
          workspace={workspace}
          onClose={() => workspace.setDeciding(undefined)}
        />
      )}
    </>
  )
}

function SubmissionQueue({ workspace, listRef, renderProblems }: QueueViewProps) {
  const now = useNow()
  const { query, rows, presence, setDeciding } = workspace
  const { mayReview } = useStaffPermissions()
  const warnings = useWarnings(rows, mayReview)
  return (
    <QueuePage workspace={workspace}>
      {/* Takes the focus of a decided submission that left the page, so that J continues with the next. */}
      <section ref={listRef} role="feed" aria-label="Submissions" tabIndex={-1} aria-busy={query.isPlaceholderData}>
        {rows.map((each) => (
          <SubmissionCard
            key={each.id}
            submission={each}
            now={now}
            viewers={presence.get(each.id) ?? []}
            warnings={warnings.byId.get(each.id)}
            onDecide={setDeciding}
            renderProblems={renderProblems}
          />
        ))}
      </section>
    </QueuePage>
  )
}
