import { useCallback, useSyncExternalStore } from 'react'
import { api } from '#client/lib/trpc.ts'
import type { ReviewPresence } from '#shared/review-schema.ts'

type Claim = {
  users: Set<() => void>
  /** Undefined until the server has answered, and while the connection is lost. */
  presence: ReviewPresence | undefined
  end: () => void
}

/** One subscription for each order that this page has open, however many parts of the page use it. */
const claims = new Map<string, Claim>()

/**
 * Opens an order in the eyes of colleagues until the returned function is called; `onChange` hears of each new presence.
 * A decision under way keeps its order open: released earlier, the lock would go to a colleague before the decision
 * arrives, which then would be refused.
 */
export function openOrder(submissionId: string, onChange: () => void = () => undefined): () => void {
  // Each caller counts, also two with the same function.
  const user = () => onChange()
  const claim = claims.get(submissionId) ?? subscribe(submissionId)
  claim.users.add(user)
  return () => {
    if (!claim.users.delete(user) || claim.users.size > 0) return
    claims.delete(submissionId)
    claim.end()
  }
}

/** The presence in an order that is open on screen; only those who may decide can lock it. */
export function useSubmissionLock(submissionId: string, mayReview: boolean): ReviewPresence | undefined {
  const open = useCallback(
    (onChange: () => void) => (mayReview ? openOrder(submissionId, onChange) : () => undefined),
    [submissionId, mayReview],
  )
  return useSyncExternalStore(open, () => claims.get(submissionId)?.presence)
}

function subscribe(submissionId: string): Claim {
  const claim: Claim = { users: new Set(), presence: undefined, end: () => undefined }
  claims.set(submissionId, claim)
  const show = (presence: ReviewPresence | undefined) => {
    claim.presence = presence
    for (const user of claim.users) user()
  }
  const subscription = api.admin.review.watch.subscribe(
    { submissionId },
    {
      onData: show,
      // What was true before the connection was lost would keep people from deciding; the server refuses what it must.
      onConnectionStateChange: ({ state }) => state !== 'pending' && show(undefined),
      onError: () => show(undefined),
    },
  )
  claim.end = () => subscription.unsubscribe()
  return claim
}
