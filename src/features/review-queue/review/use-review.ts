import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import type { Submission } from '#shared/submission-schema.ts'

const POLL_MS = 20_000

/** The open order with flags, notes and history; polls only while the socket is closed. */
export function useReview(submissionId: string) {
  const live = useLive()
  return trpc.admin.review.get.useQuery(
    { submissionId },
    { refetchInterval: live ? false : POLL_MS, refetchIntervalInBackground: false },
  )
}

/** Names of other viewers by order id. */
export function usePresence(ownId: string | undefined): ReadonlyMap<string, readonly string[]> {
  const open = trpc.admin.review.watchPresence.useSubscription(undefined).data ?? []
  const others = open.map(
    ({ submissionId, viewers }) =>
      [submissionId, viewers.filter(({ id }) => id !== ownId).map(({ name }) => name)] as const,
  )
  return new Map(others.filter(([, names]) => names.length > 0))
}

/** 'Robin Lee is viewing', 'Robin Lee and Kim are viewing'; '' without viewers. */
export function viewingText(names: readonly string[]): string {
  if (names.length === 0) return ''
  if (names.length === 1) return `${names[0]} is viewing`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are viewing`
}

/** List and order are fetched separately; returns the one with the later version. */
export function newestSubmission(one: Submission, other: Submission | undefined): Submission {
  return !other || one.version > other.version ? one : other
}
