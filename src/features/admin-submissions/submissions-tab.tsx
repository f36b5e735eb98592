import { useRef, useState } from 'react'
import type { Submission } from '#shared/submission.ts'
import { QueueFilters } from './queue-filters.tsx'
import type { QueueSearch } from './queue-search.ts'
import { QueueTools } from './queue-tools.tsx'
import { ReviewView } from './review/review-view.tsx'
import { useReviewDesk } from './review/use-review-desk.ts'
import { useReviewKeys } from './review/use-review-keys.ts'
import { StatusDialog } from './status-dialog.tsx'
import { SubmissionQueue } from './submission-queue.tsx'
import { UndoBar } from './undo/undo-bar.tsx'

type Props = { search: QueueSearch; onSearch: (next: QueueSearch, replace?: boolean) => void }

/** The review queue: search, filters, one page of submissions as cards with a decision dialog, or the review view. */
export function SubmissionsTab({ search, onSearch }: Props) {
  // A copy on purpose: the decision is made on this version, and under a filter the row leaves the page with it.
  const [decided, setDecided] = useState<Submission>()
  // Here, not in the review view: a look at the list does not end what is being saved or can be taken back.
  const desk = useReviewDesk({ search, onSearch })
  const list = useRef<HTMLElement>(null)
  useReviewKeys(list, search)

  return (
    <>
      <h2 className="visually-hidden">Submissions</h2>
      <QueueFilters search={search} onSearch={onSearch}>
        <QueueTools search={search} onSearch={onSearch} />
      </QueueFilters>
      {search.view === 'review' ? (
        <ReviewView desk={desk} listRef={list} />
      ) : (
        <SubmissionQueue search={search} onSearch={onSearch} onDecide={setDecided} />
      )}
      <UndoBar undo={desk.undo} />
      {decided && (
        <StatusDialog
          key={decided.id}
          submission={decided}
          onChanged={setDecided}
          onClose={() => setDecided(undefined)}
        />
      )}
    </>
  )
}
