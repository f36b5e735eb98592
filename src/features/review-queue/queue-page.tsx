import { type ReactNode, useState } from 'react'
import { csvUrl, withBase } from '#client/lib/base-path.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useCopy } from '#client/lib/use-copy.ts'
import { AlertSwitch } from '#client/ui/alert-switch.tsx'
import { Button, buttonClass, QuietButton, SmallButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { OpenButton } from '#client/ui/open-button.tsx'
import { PageFoot } from '#client/ui/page-buttons.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { formatDollars, sumOfDollars } from '#shared/money.ts'
import { SUBMISSIONS_PER_PAGE } from '#shared/paging.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { type QueueSearch, type ShownFilter, serverFilter, shownFilter } from './queue-search.ts'
import styles from './queue-summary.module.css'
import { queueDetails } from './remembered-queue.ts'
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
function useIsNewSite(isAsked: boolean) {
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

export function QueueSummary() {
  const { search, query, showNewer } = useWorkspace()
  return (
    <div className={styles.summary}>
      <QueueFigures />
      <div role="status" className={styles.newer}>
        {query.newer > 0 && (
          <Button size="small" onClick={showNewer}>
            {newerText(query.newer, shownFilter(search))}
          </Button>
        )}
      </div>
      <QueueTools />
    </div>
  )
}

/** '1 new order - show', '3 new registrations - show'. */
function newerText(count: number, filter: ShownFilter) {
  const [one, many] = newerNouns[filter] ?? ['order', 'orders']
  return `${count} new ${count === 1 ? one : many} - show`
}

const newerNouns: Partial<Record<ShownFilter, readonly [one: string, many: string]>> = {
  all: ['entry', 'entries'],
  registered: ['registration', 'registrations'],
}

/** One statistic for all matches, three for the current page. On phones a button shows them and the tools. */
function QueueFigures() {
  const { data } = useWorkspace().query
  const [isOpen, setIsOpen] = useState(false)
  const page = data && pageStats(data.data)
  return (
    <>
      <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Figures and tools
      </button>
      <Facts
        className={`facts cluster stretch gap-4 row-gap-0 text-xs ${styles.figures}`}
        rowClass="row stretch gap-1"
        valueClass="strong tabular"
        facts={[
          ['Total submissions', String(data?.pagination.totalItems ?? '–')],
          ['Completed on this page', String(page?.completed ?? '–')],
          ['Pending on this page', String(page?.pending ?? '–')],
          ['Payouts on this page', page ? formatDollars(page.payouts) : '–'],
        ]}
      />
    </>
  )
}

/** `payouts` in dollars. */
export function pageStats(page: readonly Pick<Submission, 'status' | 'payoutAmount'>[]) {
  const count = (status: Submission['status']) => page.filter((each) => each.status === status).length
  return {
    completed: count('completed'),
    pending: count('pending'),
    payouts: sumOfDollars(page.map(({ payoutAmount }) => payoutAmount)),
  }
}

function QueueTools() {
  const { search } = useWorkspace()
  const { mayReview } = useStaffPermissions()
  const hasDetails = queueDetails.use() === 'open'
  const filter = { status: serverFilter(shownFilter(search)), search: search.search }
  return (
    <div className={`cluster gap-0 rigid ${styles.tools}`}>
      {search.view === undefined && (
        <QuietButton aria-pressed={hasDetails} onClick={() => queueDetails.set(hasDetails ? 'closed' : 'open')}>
          {hasDetails ? 'Collapse all' : 'Expand all'}
        </QuietButton>
      )}
      {mayReview && (
        <a className={buttonClass('quiet', 'small')} href={csvUrl('submissions', filter)} download>
          Export CSV
        </a>
      )}
      <OpenButton
        variant="quiet"
        aria-haspopup="dialog"
        dialog={(onClose) => (
          <Dialog onClose={onClose} title="Alerts" size="small">
            <AlertSwitch />
          </Dialog>
        )}
      >
        Alerts
      </OpenButton>
    </div>
  )
}
