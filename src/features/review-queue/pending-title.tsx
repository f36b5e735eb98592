import { useState, useSyncExternalStore } from 'react'
import { useTitleCount } from '#client/lib/use-title-count.ts'
import { SUBMISSIONS_PER_PAGE } from '#shared/paging.ts'
import { countSince, newestOf } from './new-pending.ts'
import { useSubmissionSignals, useSubmissions } from './use-submissions.ts'

/**
 * Keeps the queue of the staff page up to date and counts in its title what is pending and came since somebody last
 * looked at the queue; draws nothing.
 */
export function PendingTitle({ isQueueShown }: { isQueueShown: boolean }) {
  useSubmissionSignals()
  const pending = useSubmissions({ status: 'pending' }).data?.data
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const [seen, setSeen] = useState<string>()
  const newest = pending && newestOf(pending)
  const isLooking = isVisible && isQueueShown
  // The first read is seen, whatever is shown: nothing has come yet.
  if (newest !== undefined && (seen === undefined || (isLooking && newest > seen))) setSeen(newest)
  useTitleCount(pending === undefined || seen === undefined ? '' : countSince(pending, seen, SUBMISSIONS_PER_PAGE))
  return null
}

function onVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
