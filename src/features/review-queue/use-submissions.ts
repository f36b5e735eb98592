import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { SUBMISSIONS_PER_PAGE } from '#shared/paging.ts'
import { type QueueSearch, serverFilter, shownFilter, shownSort } from './queue-search.ts'

const POLL_MS = 20_000

function listInput(search: QueueSearch) {
  return {
    page: search.page ?? 1,
    limit: SUBMISSIONS_PER_PAGE,
    status: serverFilter(shownFilter(search)),
    search: search.search?.trim(),
    ...(search.list !== undefined && { list: search.list }),
    sort: shownSort(search),
  }
}

/**
 * New submissions do not move the others: unless the oldest or the first due are first, they are counted in `newer`
 * until `showNewer` is called. An empty list has none to move, and shows them at once.
 */
export function useSubmissions(search: QueueSearch) {
  const utils = trpc.useUtils()
  const input = listInput(search)
  const list = JSON.stringify({ ...input, page: 1 })
  const [held, setHeld] = useState<{ list: string; until: string }>()
  const until = held?.list === list ? held.until : undefined
  const polling = usePolling(POLL_MS)
  const query = trpc.admin.submissions.list.useQuery(
    { ...input, until },
    { placeholderData: keepPreviousData, ...polling },
  )
  const { data, isFetching, isPlaceholderData } = query
  const isEmpty = data?.pagination.totalItems === 0
  const isCurrent = !isFetching && !isPlaceholderData
  const isOfNewest = input.list === undefined && input.sort !== 'oldest' && input.sort !== 'due'
  const isFresh = isOfNewest && until === undefined && isCurrent && !isEmpty
  const readAt = isFresh ? data?.readAt : undefined

  const holdBackLater = useEffectEvent((until: string) => {
    // The same page under the name of the bounded call, so that it is not loaded twice.
    utils.admin.submissions.list.setData({ ...input, until }, data)
    setHeld({ list, until })
  })
  // The time of the answer is known only after it arrived.
  useEffect(() => {
    if (readAt !== undefined) holdBackLater(readAt)
  }, [readAt])

  const showNewer = () => {
    void utils.admin.submissions.list.invalidate()
    setHeld(undefined)
  }
  const showAll = useEffectEvent(() => {
    // Until it is read again, the list stays empty: its former answer has orders that are decided.
    utils.admin.submissions.list.setData({ ...input, until: undefined }, data)
    showNewer()
  })
  const isEmptied = isEmpty && isCurrent && until !== undefined
  useEffect(() => {
    if (isEmptied) showAll()
  }, [isEmptied])

  return { ...query, newer: isEmpty ? 0 : (data?.newer ?? 0), showNewer, until }
}

/** None while `page` is undefined. */
export function useRowsOfPage(search: QueueSearch, until: string | undefined, page: number | undefined) {
  const { data } = trpc.admin.submissions.list.useQuery(
    { ...listInput(search), page: page ?? 1, until },
    { enabled: page !== undefined, ...usePolling(POLL_MS) },
  )
  return page === undefined ? [] : (data?.data ?? [])
}

/** Without any held back. */
export function useNewestPending() {
  const newest = { page: 1, limit: SUBMISSIONS_PER_PAGE, status: 'pending', sort: 'newest' } as const
  return trpc.admin.submissions.list.useQuery(newest, usePolling(POLL_MS)).data?.data
}

const COUNT_AGAIN_MS = 60_000

/** Orders become overdue without an event. */
export function useWaiting() {
  return trpc.admin.submissions.waiting.useQuery(undefined, usePolling(POLL_MS, COUNT_AGAIN_MS)).data
}

export function useSubmissionSignals() {
  const utils = trpc.useUtils()
  const readAgain = (submissionId: string | null) => {
    void utils.admin.submissions.list.invalidate()
    void utils.admin.submissions.waiting.invalidate()
    void utils.admin.submissions.lists.invalidate()
    void utils.admin.submissions.history.invalidate(submissionId === null ? undefined : { submissionId })
    void utils.admin.review.get.invalidate(submissionId === null ? undefined : { submissionId })
    void utils.admin.review.flags.invalidate()
  }
  trpc.admin.submissions.watch.useSubscription(undefined, {
    // Events before the subscription started, or while it was interrupted, were missed.
    onStarted: () => readAgain(null),
    onData: ({ submissionId }) => readAgain(submissionId),
  })
}
