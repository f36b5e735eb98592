import type { ReactNode } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useCopy } from '#client/lib/use-copy.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { PageFoot } from '#client/ui/page-buttons.tsx'
import { SmallButton } from '#client/ui/row-button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { SUBMISSIONS_PER_PAGE } from '#shared/paging.ts'
import { type QueueSearch, type ShownFilter, shownFilter } from './queue-search.ts'
import { useWorkspace } from './review/use-review-workspace.ts'

/** One page of the queue: loading, failed, empty, or `children` with the other pages. */
export function QueuePage({ children }: { children: ReactNode }) {
  const { query, rows, isBeyond, turnPage } = useWorkspace()
  return (
    <ListState query={query} what="submissions">
      {({ pagination }, loading) => {
        if (isBeyond) return loading
        if (rows.length === 0) return <EmptyPage amongNewest={pagination.amongNewest} />
        return (
          <>
            {children}
            <PageFoot pagination={pagination} shown={rows.length} onPage={turnPage} />
          </>
        )
      }}
    </ListState>
  )
}

function EmptyPage({ amongNewest }: { amongNewest: number | undefined }) {
  const { search, onSearch } = useWorkspace()
  const { view, search: text } = search
  const isNew = useIsNewSite(text === undefined && shownFilter(search) !== 'registered')
  if (isNew) return <NoOrders />
  if (isNew === undefined) return <Skeleton lines={2} height="2.5rem" label="Loading submissions..." />
  const isAll = shownFilter(search) === 'all'
  return (
    <StateMessage
      title="No submissions found matching your criteria."
      action={
        !(isAll && text === undefined) && (
          <SmallButton onClick={() => onSearch({ view, status: 'all', search: isAll ? undefined : text })}>
            {isAll || text === undefined ? 'Show all submissions' : 'Search all submissions'}
          </SmallButton>
        )
      }
    >
      {emptyText(search, amongNewest)}
    </StateMessage>
  )
}

/** Undefined while that is not known. */
function useIsNewSite(isAsked: boolean): boolean | undefined {
  const first = { page: 1, limit: SUBMISSIONS_PER_PAGE, sort: 'oldest' } as const
  const { data, isError } = trpc.admin.submissions.list.useQuery(first, { enabled: isAsked, staleTime: 0 })
  if (!isAsked || isError) return false
  return data && data.pagination.totalPages <= 1 && data.data.every(({ status }) => status === 'registered')
}

function emptyText(search: QueueSearch, amongNewest: number | undefined) {
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

const copyLabels = { idle: 'Copy link', copied: 'Link copied', failed: 'Copy failed' } as const

function NoOrders() {
  const [copyState, copy] = useCopy()
  return (
    <StateMessage
      title="No orders yet."
      action={
        <>
          <a className={buttonClass('secondary', 'small')} href={withBase('/')} target="_blank" rel="noopener">
            Open the shop<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
          <SmallButton onClick={() => copy(new URL(withBase('/'), location.origin).href)}>
            <Icon name={copyState === 'copied' ? 'check' : 'copy'} size={18} />
            {copyLabels[copyState]}
          </SmallButton>
          <span className="visually-hidden" role="status">
            {copyState !== 'idle' && copyLabels[copyState]}
          </span>
        </>
      }
    >
      Your first order appears here the moment it is submitted.
    </StateMessage>
  )
}
