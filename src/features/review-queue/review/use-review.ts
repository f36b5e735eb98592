import { useCallback, useSyncExternalStore } from 'react'
import { api, trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import type { ReviewPresence } from '#shared/review-schema.ts'
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

type OpenOrder = {
  users: Set<() => void>
  /** Undefined until the first event and while the connection is lost. */
  presence: ReviewPresence | undefined
  end: () => void
}

/** One shared subscription per open order of this page. */
const openOrders = new Map<string, OpenOrder>()

/**
 * Marks an order as open until the returned function is called; `onChange` runs on every presence change. A running
 * decision keeps its order open: otherwise a colleague could get the lock first, and the decision would be rejected.
 */
export function openOrder(submissionId: string, onChange: () => void = () => undefined): () => void {
  // A new function per caller, so that equal callbacks are counted separately.
  const user = () => onChange()
  const order = openOrders.get(submissionId) ?? subscribe(submissionId)
  order.users.add(user)
  return () => {
    if (!order.users.delete(user) || order.users.size > 0) return
    openOrders.delete(submissionId)
    order.end()
  }
}

/** The presence of an open order; only reviewers can lock it. */
export function useSubmissionLock(submissionId: string, mayReview: boolean): ReviewPresence | undefined {
  const open = useCallback(
    (onChange: () => void) => (mayReview ? openOrder(submissionId, onChange) : () => undefined),
    [submissionId, mayReview],
  )
  return useSyncExternalStore(open, () => openOrders.get(submissionId)?.presence)
}

function subscribe(submissionId: string): OpenOrder {
  const order: OpenOrder = { users: new Set(), presence: undefined, end: () => undefined }
  openOrders.set(submissionId, order)
  const show = (presence: ReviewPresence | undefined) => {
    order.presence = presence
    for (const user of order.users) user()
  }
  const subscription = api.admin.review.watch.subscribe(
    { submissionId },
    {
      onData: show,
      // A stale lock would block decisions while offline; the server checks the lock anyway.
      onConnectionStateChange: ({ state }) => state !== 'pending' && show(undefined),
      onError: () => show(undefined),
    },
  )
  order.end = () => subscription.unsubscribe()
  return order
}
