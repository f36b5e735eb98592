import { useState } from 'react'
import { usePageVisible } from '#client/lib/use-page-visible.ts'
import { useTitleCount } from '#client/lib/use-title-count.ts'
import { SUBMISSIONS_PER_PAGE } from '#shared/paging.ts'
import { useSubmissionSignals, useSubmissions } from './use-submissions.ts'

/**
 * Keeps the queue up to date and shows in the document title how many pending submissions arrived since the queue was
 * last visible. Renders nothing.
 */
export function PendingTitle({ isQueueShown }: { isQueueShown: boolean }) {
  useSubmissionSignals()
  const pending = useSubmissions({ status: 'pending' }).data?.data
  const isVisible = usePageVisible()
  const [seen, setSeen] = useState<string>()
  const newest = pending && newestOf(pending)
  const isLooking = isVisible && isQueueShown
  // The first response counts as seen: nothing is new yet.
  if (newest !== undefined && (seen === undefined || (isLooking && newest > seen))) setSeen(newest)
  useTitleCount(pending === undefined || seen === undefined ? '' : countSince(pending, seen, SUBMISSIONS_PER_PAGE))
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
