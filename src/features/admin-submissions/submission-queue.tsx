import { useSetStaff } from '#client/lib/session.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { PageButtons } from '#client/ui/page-buttons.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { pageButtons, showingText } from '#shared/paging.ts'
import type { Submission } from '#shared/submission.ts'
import { pressQueueKey } from './queue-keys.ts'
import type { QueueSearch } from './queue-search.ts'
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

function EmptyPage({
  search,
  onSearch,
  amongNewest,
}: Pick<Props, 'search' | 'onSearch'> & { amongNewest: number | undefined }) {
  const isFiltered = search.status !== undefined || search.search !== undefined || search.page !== undefined
  return (
    <StateMessage
      title="No submissions found matching your criteria."
      action={
        isFiltered && (
          <Button variant="secondary" size="small" onClick={() => onSearch({})}>
            Show all submissions
          </Button>
        )
      }
    >
      {amongNewest !== undefined && `Only the newest ${amongNewest} were searched. More characters search all of them.`}
    </StateMessage>
  )
}

function QueueProblem({ message, code, onRetry }: { message: string; code?: string; onRetry: () => void }) {
  const setStaff = useSetStaff()
  const hasEnded = code === 'unauthorized' || code === 'forbidden'
  return (
    <StateMessage
      title={hasEnded ? 'Your staff session has ended' : 'The submissions could not be loaded'}
      action={
        <Button size="small" onClick={hasEnded ? () => setStaff(null) : onRetry}>
          {hasEnded ? 'Sign in again' : 'Try again'}
        </Button>
      }
    >
      {message}
    </StateMessage>
  )
}

function StaleNote({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={styles.stale} role="status">
      New submissions could not be loaded; this is the last known state.{' '}
      <Button variant="quiet" size="small" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
