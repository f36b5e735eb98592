import { useEffect } from 'react'
import { useLive } from '#client/lib/live.ts'
import { trpc } from '#client/lib/trpc.ts'

const POLL_MS = 10_000
const MINUTE_MS = 60_000

/** The snapshot, pushed while the socket is open and polled while it is down; as it was, while `isPaused`. */
export function useSnapshot(isPaused: boolean) {
  const isLive = useLive()
  const utils = trpc.useUtils()
  trpc.analytics.watch.useSubscription(undefined, {
    enabled: !isPaused,
    onData: (snapshot) => utils.analytics.snapshot.setData(undefined, snapshot),
  })
  const query = trpc.analytics.snapshot.useQuery(undefined, {
    refetchInterval: isLive || isPaused ? false : POLL_MS,
    refetchIntervalInBackground: false,
  })
  return { ...query, isLive }
}

/** The trends, read again whenever `timestamp`, the snapshot's, is of a later minute; as they were, while `isPaused`. */
export function useTrends(timestamp: string | undefined, isPaused: boolean) {
  const { data, refetch } = trpc.analytics.trends.useQuery()
  const isBehind = data !== undefined && timestamp !== undefined && minuteOf(data.timestamp) < minuteOf(timestamp)

  // A new minute is told by the server.
  useEffect(() => {
    if (isBehind && !isPaused) void refetch()
  }, [isBehind, isPaused, refetch])

  return data
}

function minuteOf(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / MINUTE_MS)
}
