import type { RefObject } from 'react'
import { useNow } from '#client/lib/use-now.ts'
import { PageButtons } from '#client/ui/page-buttons.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { pageButtons, showingText } from '#shared/paging.ts'
import { EmptyPage, QueueProblem, StaleNote } from './queue-empty-states.tsx'
import type { ReviewWorkspace } from './review/use-review-workspace.ts'
import { SubmissionCard } from './submission-card.tsx'
import styles from './submission-queue.module.css'

const AGE_TICK_MS = 30_000

type Props = { workspace: ReviewWorkspace; listRef: RefObject<HTMLElement | null> }

/** One page of submissions: loading, error, empty or list. Stale data stays visible after a failed refetch. */
export function SubmissionQueue({ workspace, listRef }: Props) {
  const now = useNow(AGE_TICK_MS)
  const { query, rows, search, onSearch, presence, isBeyond, turnPage, setDeciding } = workspace
  const { data, error, isError, isPlaceholderData, refetch } = query

  if (!data && isError)
    return <QueueProblem message={error.message} code={error.data?.code} onRetry={() => void refetch()} />
  if (!data || isBeyond) return <Skeleton lines={12} label="Loading submissions..." />
  const { pagination } = data
  return (
    <div className={isPlaceholderData ? styles.waiting : undefined}>
      {isError && <StaleNote onRetry={() => void refetch()} />}
      {rows.length === 0 ? (
        <EmptyPage search={search} onSearch={onSearch} amongNewest={pagination.amongNewest} />
      ) : (
        // Takes the focus of a decided submission that left the page, so that J continues with the next.
        <section ref={listRef} role="feed" aria-label="Submissions" tabIndex={-1} aria-busy={isPlaceholderData}>
          {rows.map((each) => (
            <SubmissionCard
              key={each.id}
              submission={each}
              now={now}
              viewers={presence.get(each.id) ?? []}
              onDecide={setDeciding}
            />
          ))}
        </section>
      )}
      {(pagination.totalPages > 1 || (pagination.amongNewest !== undefined && rows.length > 0)) && (
        <div className={styles.pages}>
          <p>{showingText(pagination, rows.length)}</p>
          <PageButtons
            current={pagination.currentPage}
            pages={pageButtons(pagination)}
            hasPrev={pagination.hasPrev}
            hasNext={pagination.hasNext}
            onPage={turnPage}
          />
        </div>
      )}
    </div>
  )
}
