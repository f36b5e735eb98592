import type { RefObject } from 'react'
import { useNow } from '#client/lib/use-now.ts'
import { EmptyPage, QueueFoot, QueueLoading, QueueState, StaleNote } from './queue-page.tsx'
import type { ReviewWorkspace } from './review/use-review-workspace.ts'
import { SubmissionCard } from './submission-card.tsx'
import styles from './submission-queue.module.css'

const AGE_TICK_MS = 30_000

type Props = { workspace: ReviewWorkspace; listRef: RefObject<HTMLElement | null> }

/** One page of submissions: loading, error, empty or list. Stale data stays visible after a failed refetch. */
export function SubmissionQueue({ workspace, listRef }: Props) {
  const now = useNow(AGE_TICK_MS)
  const { query, rows, search, onSearch, presence, isBeyond, turnPage, setDeciding } = workspace
  return (
    <QueueState query={query}>
      {({ pagination }) =>
        isBeyond ? (
          <QueueLoading />
        ) : (
          <div className={query.isPlaceholderData ? styles.waiting : undefined}>
            {query.isError && <StaleNote onRetry={() => void query.refetch()} />}
            {rows.length === 0 ? (
              <EmptyPage search={search} onSearch={onSearch} amongNewest={pagination.amongNewest} />
            ) : (
              // Takes the focus of a decided submission that left the page, so that J continues with the next.
              <section
                ref={listRef}
                role="feed"
                aria-label="Submissions"
                tabIndex={-1}
                aria-busy={query.isPlaceholderData}
              >
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
            <QueueFoot className={styles.pages} pagination={pagination} shown={rows.length} onPage={turnPage} />
          </div>
        )
      }
    </QueueState>
  )
}
