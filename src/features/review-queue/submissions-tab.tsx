import { useRef } from 'react'
import { QueueFilters } from './queue-filters.tsx'
import type { QueueSearch } from './queue-search.ts'
import { QueueTools } from './queue-tools.tsx'
import { ReviewView } from './review/review-view.tsx'
import { useReviewKeys } from './review/use-review-shortcuts.ts'
import { useReviewWorkspace } from './review/use-review-workspace.ts'
import { StatusDialog } from './status-dialog.tsx'
import styles from './submission-queue.module.css'
import { SubmissionQueue } from './submission-queue.tsx'
import { UndoBar } from './undo/undo-bar.tsx'

type Props = { search: QueueSearch; onSearch: (next: QueueSearch, replace?: boolean) => void }

/** The review queue: search, filters, one page of submissions as cards with a decision dialog, or the review view. */
export function SubmissionsTab({ search, onSearch }: Props) {
  // Here, not in the review view: a look at the list does not end what is being saved or can be taken back.
  const desk = useReviewWorkspace({ search, onSearch })
  const list = useRef<HTMLElement>(null)
  useReviewKeys(list, search)
  const { deciding, heading } = desk

  return (
    <>
      <QueueFilters search={search} onSearch={onSearch}>
        <QueueTools search={search} onSearch={onSearch} />
      </QueueFilters>
      <h2 ref={heading} tabIndex={-1} className={`visually-hidden ${styles.heading}`}>
        {search.page === undefined ? 'Submissions' : `Submissions, page ${search.page}`}
      </h2>
      {search.view === 'review' ? (
        <ReviewView desk={desk} listRef={list} />
      ) : (
        <SubmissionQueue desk={desk} listRef={list} />
      )}
      {!deciding && <UndoBar undo={desk.undo} />}
      {deciding && (
        <StatusDialog key={deciding.id} submission={deciding} desk={desk} onClose={() => desk.setDeciding(undefined)} />
      )}
    </>
  )
}
