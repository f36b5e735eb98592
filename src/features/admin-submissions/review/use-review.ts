import { useLive } from '#client/lib/live.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { ReviewPresence } from '#shared/review.ts'

const POLL_MS = 20_000

/** Everything about the order that is open; read again when the server says that it has changed. */
export function useReview(submissionId: string) {
  const live = useLive()
  return trpc.admin.review.useQuery(
    { submissionId },
    { refetchInterval: live ? false : POLL_MS, refetchIntervalInBackground: false },
  )
}

/** Opens the order in the eyes of colleagues for as long as it is on screen. Only who may decide can hold it. */
export function useClaim(submissionId: string, mayDecide: boolean): ReviewPresence | undefined {
  const { data, status } = trpc.admin.watchReview.useSubscription({ submissionId }, { enabled: mayDecide })
  // What was true before the connection was lost would keep people from deciding; the server refuses what it must.
  return status === 'pending' ? data : undefined
}

/** Who else looks at which order, by the order's id. */
export function usePresence(ownId: string | undefined, enabled: boolean): ReadonlyMap<string, readonly string[]> {
  const open = trpc.admin.watchPresence.useSubscription(undefined, { enabled }).data ?? []
  const others = open.map(
    ({ submissionId, viewers }) =>
      [submissionId, viewers.filter(({ id }) => id !== ownId).map(({ name }) => name)] as const,
  )
  return new Map(others.filter(([, names]) => names.length > 0))
}
