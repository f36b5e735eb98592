import { useCallback, useSyncExternalStore } from 'react'
import { api } from '#client/lib/trpc.ts'
import type { ReviewPresence } from '#shared/review-schema.ts'

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
