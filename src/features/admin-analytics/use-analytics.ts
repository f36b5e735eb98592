import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'

const POLL_MS = 10_000
/** So far the lines and the funnel may be behind the figures above them. */
const TRENDS_MS = 5_000

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

/** The trends, which nothing pushes, read again every few seconds; as they were, while `isPaused`. */
export function useTrends(isPaused: boolean) {
  const { data } = trpc.analytics.trends.useQuery(undefined, {
    refetchInterval: isPaused ? false : TRENDS_MS,
    refetchIntervalInBackground: false,
  })
  return data
}
