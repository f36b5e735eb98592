import { useEffect, useRef } from 'react'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { undoResult, useUndoStack } from '#client/lib/use-undo-stack.ts'
import type { Decided } from '#shared/review-schema.ts'
import type { Draft } from '../decision/draft.ts'

export type DecisionBatch = { items: { submissionId: string; version: number }[]; message: string; draft?: Draft }

/** The decisions of the last 8 seconds. `offer` adds one of another feature. */
export function useUndo(onUndone: (taken: DecisionBatch, now: Decided[]) => void) {
  const { mutateAsync } = trpc.admin.review.undoStatus.useMutation()
  const { add, ...stack } = useUndoStack()
  // An undo acts on the page as it is then, not as it was at the decision.
  const newest = useRef(onUndone)
  useEffect(() => {
    newest.current = onUndone
  })

  async function takeBack(taken: DecisionBatch) {
    const answers = await Promise.allSettled(taken.items.map((item) => mutateAsync(item)))
    const undone = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as ApiError] : []))
    newest.current(taken, undone)
    return undoResult(undone.length, refused)
  }

  return {
    ...stack,
    offer: add,
    add: (taken: DecisionBatch) =>
      add({
        message: taken.message,
        about: taken.items.map(({ submissionId }) => submissionId),
        takeBack: () => takeBack(taken),
      }),
  }
}
