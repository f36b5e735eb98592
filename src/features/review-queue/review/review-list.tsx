import { type RefObject, useState } from 'react'
import { useStaffPermissions } from '#client/lib/permissions.ts'
import { useNow } from '#client/lib/use-now.ts'
import { PageButtons } from '#client/ui/page-buttons.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { pageButtons, showingText } from '#shared/paging.ts'
import { selectRange, toggleRow } from '../bulk/select-rows.ts'
import { EmptyPage, QueueProblem, StaleNote } from '../queue-empty-states.tsx'
import styles from './review.module.css'
import { ReviewRow } from './review-row.tsx'
import type { ReviewWorkspace } from './use-review-workspace.ts'

const AGE_TICK_MS = 30_000

type Props = { desk: ReviewWorkspace; listRef: RefObject<HTMLElement | null> }

/** One page of submissions as rows, in its four states. */
export function ReviewList({ desk, listRef }: Props) {
  const now = useNow(AGE_TICK_MS)
  const { query, rows, search, onSearch, open, presence, isBeyond, turnPage, selection, setSelection } = desk
  const { mayReview } = useStaffPermissions()
  const [focused, setFocused] = useState<string>()
  const [lastChosen, setLastChosen] = useState<string>()
  const { data, error, isError, isPlaceholderData, refetch } = query
  if (!data && isError)
    return <QueueProblem message={error.message} code={error.data?.code} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={12} label="Loading submissions..." />

  const cursor = rows.some(({ id }) => id === focused) ? focused : search.id
  function choose(row: (typeof rows)[number], isRange: boolean) {
    setSelection(isRange ? selectRange(selection, rows, lastChosen, row.id) : toggleRow(selection, row))
    setLastChosen(row.id)
  }
  return (
    <section
      ref={listRef}
      aria-label="Submissions"
      tabIndex={-1}
      className={isPlaceholderData ? styles.waiting : undefined}
      aria-busy={isPlaceholderData}
    >
      {isError && <StaleNote onRetry={() => void refetch()} />}
      {isBeyond ? (
        <Skeleton lines={12} label="Loading submissions..." />
      ) : rows.length === 0 ? (
        <EmptyPage search={search} onSearch={onSearch} amongNewest={data.pagination.amongNewest} />
      ) : (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <ReviewRow
              key={row.id}
              submission={row}
              search={search}
              now={now}
              isOpen={row.id === search.id}
              hasKeys={row.id === cursor}
              isChosen={selection.has(row.id)}
              viewers={presence.get(row.id) ?? []}
              mayChoose={mayReview}
              onChoose={(isRange) => choose(row, isRange)}
              onOpen={() => open(row.id, { isThere: true })}
              onFocus={() => setFocused(row.id)}
            />
          ))}
        </ul>
      )}
      {!isBeyond &&
        (data.pagination.totalPages > 1 || (data.pagination.amongNewest !== undefined && rows.length > 0)) && (
          <div className={styles.pages}>
            <p className="muted">{showingText(data.pagination, rows.length)}</p>
            <PageButtons
              current={data.pagination.currentPage}
              pages={pageButtons(data.pagination)}
              hasPrev={data.pagination.hasPrev}
              hasNext={data.pagination.hasNext}
              onPage={turnPage}
            />
          </div>
        )}
    </section>
  )
}
