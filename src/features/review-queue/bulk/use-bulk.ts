import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import type { BulkStatus } from '#shared/review.ts'
import { submissionMessages } from '#shared/submission.ts'
import { bulkMessages, type DecisionBatch } from '../undo/use-undo.ts'
import { nothing, type Selection } from './select-rows.ts'

export type BulkFailure = { submissionId: string; message: string }
export type BulkResult = { done: number; status: BulkStatus; failures: BulkFailure[] }

type Options = {
  selection: Selection
  onSelection: (selection: Selection) => void
  onUndoable: (taken: DecisionBatch) => void
  onDone: () => void
}

/** Applies one decision to the selection and reports rejected orders with their reason. */
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
          // Deselects conflicts: a retry with the old version would fail again.
          onSelection(nothing)
          setResult({ done: done.length, status, failures })
          if (done.length > 0) onUndoable({ items: done, message: bulkMessages(done.length, status) })
          onDone()
        },
        onError: () => setFailed(submissionMessages.statusUpdateFailed),
      },
    )
  }
  return { decide, isDeciding: isPending, result, failed, forget: () => setResult(undefined) }
}
