import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { useNow } from '#client/lib/use-now.ts'
import { USERS_PER_PAGE } from '#shared/registered-user.ts'
import { throttle } from './throttle.ts'
import type { UserSearch } from './user-search.ts'

const POLL_MS = 30_000
/** A busy site tells of somebody many times a second; nobody reads that fast. */
const READ_AGAIN_MS = 1_000
const DAY_CHECK_MS = 60_000

/** Pushed while the socket is open; asked for while it is not and the page can be seen. */
export function usePolling() {
  const live = useLive()
  return { refetchInterval: live ? false : POLL_MS, refetchIntervalInBackground: false } as const
}

/** The page of the list the address names; the last page stays visible while the next is fetched. */
export function useUsers({ page = 1, search, sort }: UserSearch) {
  const polling = usePolling()
  return trpc.admin.users.list.useQuery(
    { page, limit: USERS_PER_PAGE, search: search?.trim(), sort },
    { placeholderData: keepPreviousData, ...polling },
  )
}

/** Counts over all users; 'today' began at midnight where the reader is. */
export function useUserTotals() {
  const polling = usePolling()
  const midnight = new Date(useNow(DAY_CHECK_MS)).setHours(0, 0, 0, 0)
  return trpc.admin.users.totals.useQuery(
    { since: new Date(midnight).toISOString() },
    { placeholderData: keepPreviousData, ...polling },
  )
}

/** Reads again what is shown of users whenever the server says that one is new or has changed. */
export function useUserSignals(): void {
  const utils = trpc.useUtils()
  const [readAgain] = useState(() =>
    throttle(READ_AGAIN_MS, () => {
      const { list, totals, get, submissions, conversations } = utils.admin.users
      for (const each of [list, totals, get, submissions, conversations]) void each.invalidate()
    }),
  )
  trpc.admin.users.watch.useSubscription(undefined, {
    // What happened while nobody listened, before the first start or between two, was not told.
    onStarted: readAgain,
    onData: readAgain,
  })
}
