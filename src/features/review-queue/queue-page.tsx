import type { ComponentProps, ReactNode } from 'react'
import { useSignInAgain } from '#client/lib/staff-session.ts'
import { Button } from '#client/ui/button.tsx'
import { PageFoot } from '#client/ui/page-buttons.tsx'
import { FailedLine, FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { Pagination } from '#shared/paging-schema.ts'
import { type QueueSearch, type ShownFilter, shownFilter } from './queue-search.ts'
import styles from './submission-queue.module.css'
import type { useSubmissions } from './use-submissions.ts'

type EmptyProps = {
  search: QueueSearch
  onSearch: (next: QueueSearch) => void
  /** The number of newest submissions searched, if not all were. */
  amongNewest: number | undefined
}

/** No submission matches the filter, or there is none yet. */
export function EmptyPage({ search, onSearch, amongNewest }: EmptyProps) {
  const { view, search: text } = search
  const isAll = shownFilter(search) === 'all'
  return (
    <StateMessage
      title="No submissions found matching your criteria."
      action={
        !(isAll && text === undefined) && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => onSearch({ view, status: 'all', search: isAll ? undefined : text })}
          >
            {isAll || text === undefined ? 'Show all submissions' : 'Search all submissions'}
          </Button>
        )
      }
    >
      {emptyText(search, amongNewest)}
    </StateMessage>
  )
}

function emptyText(search: QueueSearch, amongNewest: number | undefined): string | undefined {
  if (amongNewest !== undefined)
    return `Searched the newest ${amongNewest.toLocaleString('en-US')} only. Type 3 or more characters to search everything.`
  return search.search === undefined ? emptyTexts[shownFilter(search)] : undefined
}

const NO_DECISION = 'No order needs a decision right now.'
const emptyTexts: Partial<Record<ShownFilter, string>> = {
  open: NO_DECISION,
  pending: NO_DECISION,
  approved: 'No order waits for its payout right now.',
}

type QueueStateProps = {
  query: Pick<ReturnType<typeof useSubmissions>, 'data' | 'error' | 'refetch'>
  children: (page: { pagination: Pagination }) => ReactNode
}

/** The list, once loaded; an expired session leads to the sign-in. */
export function QueueState({ query, children }: QueueStateProps) {
  const signIn = useSignInAgain(query.error)
  return (
    <QueryState
      query={query}
      loading={<QueueLoading />}
      failed={({ error, retry }) => (
        <FailedMessage title="The submissions could not be loaded" retry={retry} signIn={signIn}>
          {error.message}
        </FailedMessage>
      )}
    >
      {children}
    </QueryState>
  )
}

/** Placeholder of the list while it loads. */
export function QueueLoading() {
  return <Skeleton lines={12} label="Loading submissions..." />
}

/** Notes that the displayed data may be stale, because a refetch failed. */
export function StaleNote({ onRetry }: { onRetry: () => void }) {
  return (
    <FailedLine className={styles.stale} role="status" retry={onRetry}>
      New submissions could not be loaded; this is the last known state.
    </FailedLine>
  )
}

/** The pages of the list; also for one page of which not all submissions were searched. */
export function QueueFoot(props: ComponentProps<typeof PageFoot>) {
  const { pagination, shown } = props
  const isPartial = pagination.amongNewest !== undefined && shown > 0
  return (pagination.totalPages > 1 || isPartial) && <PageFoot {...props} />
}
