import { useState } from 'react'
import { isAlerting, orderAlert, raiseAlert } from '#client/lib/staff-alerts.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useFaviconBadge } from '#client/lib/use-favicon-badge.ts'
import { usePageVisible } from '#client/lib/use-page-visible.ts'
import { useTitleCount } from '#client/lib/use-title-count.ts'
import { formatDollars } from '#shared/money.ts'
import { SUBMISSIONS_PER_PAGE } from '#shared/paging.ts'
import { useNewestPending, useSubmissionSignals } from './use-submissions.ts'

type PendingTitleProps = {
  isQueueShown: boolean
  /** Whether the title may count; a page may count something else in it. */
  hasTitle: boolean
  /** Opens a submission for review. */
  onOpen: (submissionId: string) => void
}

/**
 * Keeps the queue up to date, alerts to new submissions, and shows in the title and the icon of the browser tab how
 * many pending ones arrived since the queue was last visible. Renders nothing.
 */
export function PendingTitle({ isQueueShown, hasTitle, onOpen }: PendingTitleProps) {
  const utils = trpc.useUtils()
  useSubmissionSignals((id) => {
    const announce = async () => {
      if (!isAlerting(orderAlert)) return
      const { data } = await utils.client.admin.submissions.list.query({ search: id, limit: 1 })
      const [order] = data
      // The record of a registration has no card.
      if (order && order.status !== 'registered')
        raiseAlert(orderAlert, `New order: ${order.cardType}, ${formatDollars(order.cardValue)}`, () => onOpen(id))
    }
    void announce().catch(() => undefined)
  })
  const pending = useNewestPending()
  const isVisible = usePageVisible()
  const [seen, setSeen] = useState<string>()
  const newest = pending && newestOf(pending)
  const isLooking = isVisible && isQueueShown
  // The first response counts as seen: nothing is new yet.
  if (newest !== undefined && (seen === undefined || (isLooking && newest > seen))) setSeen(newest)
  const count = pending === undefined || seen === undefined ? '' : countSince(pending, seen, SUBMISSIONS_PER_PAGE)
  useTitleCount(hasTitle ? count : '')
  useFaviconBadge(count)
  return null
}

type Waiting = { createdAt: string }

/** The creation time of the newest; '' for none. */
export function newestOf(pending: readonly Waiting[]): string {
  return pending.reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), '')
}

/** The number created after `seen`: '3', '15+' for a full page, '' for none. */
export function countSince(pending: readonly Waiting[], seen: string, perPage: number): string {
  const fresh = pending.filter(({ createdAt }) => createdAt > seen).length
  if (fresh === 0) return ''
  return fresh >= perPage ? `${perPage}+` : String(fresh)
}
