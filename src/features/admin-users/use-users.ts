import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf, dayStart } from '#client/lib/day-start.ts'
import { oneOf, pageNumber, searchParams, text } from '#client/lib/search-params.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { useNow } from '#client/lib/use-now.ts'
import { USERS_PER_PAGE, userSorts } from '#shared/registered-user.ts'

export const POLL_MS = 30_000
/** Minimum interval between refetches; a busy site pushes many changes per second. */
const REFRESH_MIN_MS = 1_000
const DAY_CHECK_MS = 60_000

/** The page of users that the URL names. The previous page stays visible while the next one loads. */
export function useUsers({ page = 1, search, sort }: UserSearch) {
  const polling = usePolling(POLL_MS)
  return trpc.admin.users.list.useQuery(
    { page, limit: USERS_PER_PAGE, search: search?.trim(), sort },
    { placeholderData: keepPreviousData, ...polling },
  )
}

/** Counts over all users. 'Today' is the business day. */
export function useUserTotals() {
  const polling = usePolling(POLL_MS)
  return trpc.admin.users.totals.useQuery(
    { since: dayStart(dayOf(new Date(useNow(DAY_CHECK_MS))))?.toISOString() ?? '' },
    { placeholderData: keepPreviousData, ...polling },
  )
}

export function useUserSignals() {
  const utils = trpc.useUtils()
  const [refresh] = useState(() =>
    throttle(REFRESH_MIN_MS, () => {
      const { list, totals, get, submissions, conversations } = utils.admin.users
      for (const each of [list, totals, get, submissions, conversations]) void each.invalidate()
    }),
  )
  trpc.admin.users.watch.useSubscription(undefined, {
    // Changes before the subscription started, or while it was down, were not delivered.
    onStarted: refresh,
    onData: refresh,
  })
}

/** Calls `work` at once, then at most every `ms` milliseconds; calls in between run once, at the end. */
export function throttle(ms: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPending = false
  const startTimer = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (isPending) ask()
    }, ms)
  }
  const ask = () => {
    isPending = timer !== undefined
    if (isPending) return
    work()
    startTimer()
  }
  return ask
}

/** Search parameters of the user list. Defaults: no search, newest first, page 1. */
export const readUserSearch = searchParams({
  search: text(200),
  sort: oneOf(userSorts, userSorts[0]),
  page: pageNumber,
})
export type UserSearch = ReturnType<typeof readUserSearch>
