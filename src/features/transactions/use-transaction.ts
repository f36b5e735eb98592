import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'

const POLL_MS = 10_000
const STALE_MS = 5_000

/** One order of the signed-in customer, kept current by push, or by asking while nothing can be pushed. */
export function useOrder(orderId: string, isSignedIn: boolean) {
  const live = useLive()
  const utils = trpc.useUtils()
  const readAgain = () => void utils.transactions.get.invalidate({ id: orderId })
  trpc.transactions.watch.useSubscription(undefined, {
    enabled: isSignedIn,
    // What happened while nobody listened was not told.
    onStarted: readAgain,
    onData: ({ submissionId }) => {
      if (submissionId === null || submissionId === orderId) readAgain()
    },
  })
  return trpc.transactions.get.useQuery(
    { id: orderId },
    {
      enabled: isSignedIn,
      staleTime: STALE_MS,
      refetchInterval: live ? false : POLL_MS,
      refetchIntervalInBackground: false,
    },
  )
}
