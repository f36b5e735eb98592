import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { type ReviewStatus, type Submission, submissionWords } from '#shared/submission.ts'

export type StatusOutcome =
  | { kind: 'none' }
  | { kind: 'saved'; message: string }
  | { kind: 'failed'; message: string }
  /** Someone else decided first; `message` is the server's. */
  | { kind: 'conflict'; message: string }

/**
 * Saves a decision on the version it was made on. After a conflict `onChanged` gets the submission as it stands
 * now, so that the next try is made with open eyes.
 */
export function useSetStatus(submission: Submission, onChanged: (now: Submission) => void) {
  const utils = trpc.useUtils()
  const [outcome, setOutcome] = useState<StatusOutcome>({ kind: 'none' })
  const { mutate, isPending } = trpc.admin.setStatus.useMutation()

  const readAgain = async () => {
    void utils.admin.submissions.invalidate()
    void utils.admin.history.invalidate({ submissionId: submission.id })
    const found = await utils.admin.submissions.fetch({ page: 1, limit: 1, search: submission.id }, { staleTime: 0 })
    const now = found.data.find((each) => each.id === submission.id)
    if (now) onChanged(now)
  }

  const save = (status: ReviewStatus, reason: string) => {
    setOutcome({ kind: 'none' })
    mutate(
      { submissionId: submission.id, status, reason: reason || undefined, version: submission.version },
      {
        onSuccess: (saved) => {
          setOutcome({ kind: 'saved', message: submissionWords.statusUpdated })
          onChanged(saved)
          void utils.admin.submissions.invalidate()
          void utils.admin.history.invalidate({ submissionId: saved.id })
        },
        onError: (error) => {
          const isConflict = error.data?.code === 'conflict'
          if (!isConflict) return setOutcome({ kind: 'failed', message: submissionWords.statusUpdateFailed })
          setOutcome({ kind: 'conflict', message: error.message })
          // When even reading fails, the conflict still stands and so does its message.
          readAgain().catch(() => undefined)
        },
      },
    )
  }

  return { save, isSaving: isPending, outcome }
}
