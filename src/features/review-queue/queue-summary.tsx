import { useState } from 'react'
import { csvUrl } from '#client/lib/base-path.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { AlertSwitch } from '#client/ui/alert-switch.tsx'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { SmallButton } from '#client/ui/row-button.tsx'
import { formatDollars, sumOfDollars } from '#shared/money.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { type ShownFilter, serverFilter, shownFilter } from './queue-search.ts'
import styles from './queue-summary.module.css'
import { queueDetails } from './remembered-queue.ts'
import { useWorkspace } from './review/use-review-workspace.ts'

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
  const [setsAlerts, setSetsAlerts] = useState(false)
  const hasDetails = queueDetails.use() === 'open'
  const filter = { status: serverFilter(shownFilter(search)), search: search.search }
  return (
    <div className={`cluster gap-0 rigid ${styles.tools}`}>
      {search.view === undefined && (
        <SmallButton
          variant="quiet"
          aria-pressed={hasDetails}
          onClick={() => queueDetails.set(hasDetails ? 'closed' : 'open')}
        >
          {hasDetails ? 'Collapse all' : 'Expand all'}
        </SmallButton>
      )}
      {mayReview && (
        <a className={buttonClass('quiet', 'small')} href={csvUrl('submissions', filter)} download>
          Export CSV
        </a>
      )}
      <SmallButton variant="quiet" aria-haspopup="dialog" onClick={() => setSetsAlerts(true)}>
        Alerts
      </SmallButton>
      {setsAlerts && (
        <Dialog onClose={() => setSetsAlerts(false)} title="Alerts" size="small">
          <AlertSwitch />
        </Dialog>
      )}
    </div>
  )
}
