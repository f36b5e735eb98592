import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'

const POLL_MS = 20_000

/** Everything about the order that is open; read again when the server says that it has changed. */
export function useReview(submissionId: string) {
  const live = useLive()
  return trpc.admin.review.get.useQuery(
    { submissionId },
    { refetchInterval: live ? false : POLL_MS, refetchIntervalInBackground: false },
  )
}

/** Who else looks at which order, by the order's id. */
export function usePresence(ownId: string | undefined): ReadonlyMap<string, readonly string[]> {
  const open = trpc.admin.review.watchPresence.useSubscription(undefined).data ?? []
  const others = open.map(
    ({ submissionId, viewers }) =>
      [submissionId, viewers.filter(({ id }) => id !== ownId).map(({ name }) => name)] as const,
  )
  return new Map(others.filter(([, names]) => names.length > 0))
}
