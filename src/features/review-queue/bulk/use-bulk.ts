import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import type { BulkStatus } from '#shared/review.ts'
import { submissionMessages } from '#shared/submission.ts'
import { bulkMessages } from '../undo/undo-messages.ts'
import type { Taken } from '../undo/use-undo.ts'
import { nothing, type Selection } from './select-rows.ts'

export type BulkFailure = { submissionId: string; message: string }
export type BulkResult = { done: number; status: BulkStatus; failures: BulkFailure[] }

type Options = {
  selection: Selection
  onSelection: (selection: Selection) => void
  onUndoable: (taken: Taken) => void
  onDone: () => void
}

/** One decision on all that is chosen. What was refused is named, with the reason. */
export function useBulk({ selection, onSelection, onUndoable, onDone }: Options) {
  const { mutate, isPending } = trpc.admin.review.setStatuses.useMutation()
  const [result, setResult] = useState<BulkResult>()
  const [failed, setFailed] = useState<string>()

  function decide(status: BulkStatus, reason: string) {
    const items = [...selection].map(([submissionId, version]) => ({ submissionId, version }))
    setResult(undefined)
    setFailed(undefined)
    mutate(
      { items, status, reason: reason || undefined, undoable: true },
      {
        onSuccess: (outcomes) => {
          const done = outcomes.flatMap(({ submissionId, ok, version }) =>
            ok && version !== undefined ? [{ submissionId, version }] : [],
          )
          const failures = outcomes.flatMap(({ submissionId, ok, message }) =>
            ok ? [] : [{ submissionId, message: message ?? submissionMessages.statusUpdateFailed }],
          )
          // A second try on the same old version would be refused again: they are chosen anew on what is shown then.
          onSelection(nothing)
          setResult({ done: done.length, status, failures })
          if (done.length > 0) onUndoable({ items: done, words: bulkMessages(done.length, status) })
          onDone()
        },
        onError: () => setFailed(submissionMessages.statusUpdateFailed),
      },
    )
  }
  return { decide, isDeciding: isPending, result, failed, forget: () => setResult(undefined) }
}
