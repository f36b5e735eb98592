import { useNow } from '#client/lib/use-now.ts'
import { PageButtons } from '#client/ui/page-buttons.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { pageButtons, showingText } from '#shared/paging.ts'
import type { Submission } from '#shared/submission.ts'
import { pressQueueKey } from './queue-keys.ts'
import type { QueueSearch } from './queue-search.ts'
import { EmptyPage, QueueProblem, StaleNote } from './queue-states.tsx'
import { SubmissionCard } from './submission-card.tsx'
import styles from './submission-queue.module.css'
import { useSubmissions } from './use-submissions.ts'

const AGE_TICK_MS = 30_000

type Props = {
  search: QueueSearch
  onSearch: (next: QueueSearch) => void
  onDecide: (submission: Submission) => void
}

/** One page of submissions in its four states; what was read stays on screen while newer data fails to come. */
export function SubmissionQueue({ search, onSearch, onDecide }: Props) {
  const now = useNow(AGE_TICK_MS)
  const { data, error, isError, isPlaceholderData, refetch } = useSubmissions(search)

  if (!data && isError)
    return <QueueProblem message={error.message} code={error.data?.code} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={12} label="Loading submissions..." />
  const { data: submissions, pagination } = data
  return (
    <div className={isPlaceholderData ? styles.waiting : undefined}>
      {isError && <StaleNote onRetry={() => void refetch()} />}
      {submissions.length === 0 ? (
        <EmptyPage search={search} onSearch={onSearch} amongNewest={pagination.amongNewest} />
      ) : (
        // The focus of a decided submission that has left the page comes here, so that J goes on with the next.
        <div role="feed" aria-label="Submissions" tabIndex={-1} aria-busy={isPlaceholderData} onKeyDown={pressQueueKey}>
          {submissions.map((each) => (
            <SubmissionCard key={each.id} submission={each} now={now} onDecide={onDecide} />
          ))}
        </div>
      )}
      {(pagination.totalPages > 1 || (pagination.amongNewest !== undefined && submissions.length > 0)) && (
        <div className={styles.pages}>
          <p>{showingText(pagination, submissions.length)}</p>
          <PageButtons
            current={pagination.currentPage}
            pages={pageButtons(pagination)}
            hasPrev={pagination.hasPrev}
            hasNext={pagination.hasNext}
            onPage={(page) => onSearch({ ...search, page: page > 1 ? page : undefined })}
          />
        </div>
      )}
    </div>
  )
}
