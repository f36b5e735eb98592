import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { SUBMISSIONS_PER_PAGE } from '#shared/paging.ts'
import { NoOrders } from './no-orders.tsx'
import { type QueueSearch, type ShownFilter, shownFilter } from './queue-search.ts'

type EmptyProps = {
  search: QueueSearch
  onSearch: (next: QueueSearch) => void
  /** The number of newest submissions searched, if not all were. */
  amongNewest: number | undefined
}

export function EmptyPage({ search, onSearch, amongNewest }: EmptyProps) {
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

/** Undefined while that is not known. */
function useIsNewSite(isAsked: boolean): boolean | undefined {
  const first = { page: 1, limit: SUBMISSIONS_PER_PAGE, sort: 'oldest' } as const
  const { data, isError } = trpc.admin.submissions.list.useQuery(first, { enabled: isAsked, staleTime: 0 })
  if (!isAsked || isError) return false
  return data && data.pagination.totalPages <= 1 && data.data.every(({ status }) => status === 'registered')
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
