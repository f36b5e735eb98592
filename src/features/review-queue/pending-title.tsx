import { useEffect, useRef, useState } from 'react'
import { playAlert } from '#client/lib/alert-sound.ts'
import { usePageVisible } from '#client/lib/use-page-visible.ts'
import { useTitleCount } from '#client/lib/use-title-count.ts'
import { SUBMISSIONS_PER_PAGE } from '#shared/paging.ts'
import { useNewestPending, useSubmissionSignals } from './use-submissions.ts'

type PendingTitleProps = {
  isQueueShown: boolean
  /** A page may count something else in the title. */
  hasTitle: boolean
}

/** Shows in the browser tab how many pending orders arrived since the queue was last visible. */
export function PendingTitle({ isQueueShown, hasTitle }: PendingTitleProps) {
  useSubmissionSignals()
  const pending = useNewestPending()
  const isVisible = usePageVisible()
  const [seen, setSeen] = useState<string>()
  const newest = pending && newestOf(pending)
  const isLooking = isVisible && isQueueShown
  // The first response counts as seen: nothing is new yet.
  if (newest !== undefined && (seen === undefined || (isLooking && newest > seen))) setSeen(newest)
  const count = pending === undefined || seen === undefined ? '' : countSince(pending, seen, SUBMISSIONS_PER_PAGE)
  useTitleCount(hasTitle ? count : '')
  useAlert(newest)
  return null
}

/** Those of the first response are not new. */
function useAlert(newest: string | undefined) {
  const alerted = useRef<string>(undefined)
  useEffect(() => {
    if (newest === undefined || (alerted.current !== undefined && newest <= alerted.current)) return
    if (alerted.current !== undefined) playAlert()
    alerted.current = newest
  }, [newest])
}

type Waiting = { createdAt: string }

/** The creation time; '' for none. */
export function newestOf(pending: readonly Waiting[]) {
  return pending.reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), '')
}

/** '3', '15+' for a full page, '' for none. */
export function countSince(pending: readonly Waiting[], seen: string, perPage: number) {
  const fresh = pending.filter(({ createdAt }) => createdAt > seen).length
  if (fresh === 0) return ''
  return fresh >= perPage ? `${perPage}+` : String(fresh)
}
