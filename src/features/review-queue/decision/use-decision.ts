import { useState } from 'react'
import { useStaffPermissions } from '#client/lib/permissions.ts'
import { reviewMessages } from '#shared/review.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { useSubmissionLock } from '../review/submission-locks.ts'
import { type Draft, untouched } from './draft.ts'
import type { Decisions } from './use-decisions.ts'

/**
 * The decision on one order, for every screen that makes one: opens the order in the eyes of colleagues, says who else
 * decides on it, and lets no payout be saved that was not confirmed.
 */
export function useDecision(decisions: Decisions, submission: Submission) {
  const { id } = submission
  const { mayReview } = useStaffPermissions()
  const presence = useSubmissionLock(id, mayReview)
  const [confirming, setConfirming] = useState<() => void>()
  const draft = decisions.drafts[id] ?? untouched(submission)
  const holder = presence && !presence.isYours ? presence.holder : null

  return {
    draft,
    change: (next: Draft) => decisions.setDraft(id, next),
    problem: decisions.problems[id],
    holder,
    /** Why nothing can be saved; undefined while it can. */
    blocked: holder ? reviewMessages.deciding(holder.name) : undefined,
    /** Calls `save`, for a payout only once it is confirmed. */
    request(save: () => void) {
      if (draft.status === 'completed') setConfirming(() => save)
      else save()
    },
    /** Given while a payout waits to be confirmed. */
    confirmation: confirming && {
      onConfirm: () => {
        setConfirming(undefined)
        confirming()
      },
      onClose: () => setConfirming(undefined),
    },
  }
}
