import { useRef } from 'react'
import { QueueFilters, QueueTools } from './queue-filters.tsx'
import type { QueueSearch } from './queue-search.ts'
import { ReviewView } from './review/review-view.tsx'
import { useReviewKeys } from './review/use-review-shortcuts.ts'
import { useReviewWorkspace } from './review/use-review-workspace.ts'
import { StatusDialog } from './status-dialog.tsx'
import styles from './submission-queue.module.css'
import { SubmissionQueue } from './submission-queue.tsx'
import { UndoBar } from './undo/undo-bar.tsx'

type Props = { search: QueueSearch; onSearch: (next: QueueSearch, replace?: boolean) => void }

/** The review queue: search, filters, and either cards with a decision dialog or the review view. */
export function SubmissionsTab({ search, onSearch }: Props) {
  // Here, not in the review view, so that switching views keeps running saves and undo.
  const workspace = useReviewWorkspace({ search, onSearch })
  const list = useRef<HTMLElement>(null)
  useReviewKeys(list, search)
  const { deciding, heading } = workspace

  return (
    <>
      <QueueFilters search={search} onSearch={onSearch}>
        <QueueTools search={search} onSearch={onSearch} />
      </QueueFilters>
      <h2 ref={heading} tabIndex={-1} className={`visually-hidden ${styles.heading}`}>
        {search.page === undefined ? 'Submissions' : `Submissions, page ${search.page}`}
      </h2>
      {search.view === 'review' ? (
        <ReviewView workspace={workspace} listRef={list} />
      ) : (
        <SubmissionQueue workspace={workspace} listRef={list} />
      )}
      {!deciding && <UndoBar undo={workspace.undo} />}
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
