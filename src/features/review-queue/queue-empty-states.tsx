import { useSetStaff } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { QueueSearch } from './queue-search.ts'
import styles from './submission-queue.module.css'

type EmptyProps = {
  search: QueueSearch
  onSearch: (next: QueueSearch) => void
  /** The number of newest submissions searched, if not all were. */
  amongNewest: number | undefined
}

/** No submission matches the filter, or there is none yet. */
export function EmptyPage({ search, onSearch, amongNewest }: EmptyProps) {
  const isFiltered = search.status !== undefined || search.search !== undefined || search.page !== undefined
  return (
    <StateMessage
      title="No submissions found matching your criteria."
      action={
        isFiltered && (
          <Button variant="secondary" size="small" onClick={() => onSearch({ view: search.view })}>
            Show all submissions
          </Button>
        )
      }
    >
      {amongNewest !== undefined && `Only the newest ${amongNewest} were searched. More characters search all of them.`}
    </StateMessage>
  )
}

type ProblemProps = { message: string; code?: string; onRetry: () => void }

/** The list failed to load; an expired session leads to the sign-in. */
export function QueueProblem({ message, code, onRetry }: ProblemProps) {
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

/** Notes that the displayed data may be stale, because a refetch failed. */
export function StaleNote({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={styles.stale} role="status">
      New submissions could not be loaded; this is the last known state.{' '}
      <Button variant="quiet" size="small" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
