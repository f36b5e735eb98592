import { useCallback, useRef, useState } from 'react'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { formatDollars } from '#shared/money.ts'
import { UNDO_MS } from '#shared/review.ts'
import type { Decided } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { Submission } from '#shared/submission-schema.ts'
import type { Draft } from '../decision/draft.ts'

/** Decisions that were made together and are undone together. */
export type DecisionBatch = {
  items: { submissionId: string; version: number }[]
  /** A sentence about the decision. */
  message: string
  /** The draft to restore after the undo. */
  draft?: Draft
}
type Undoable = DecisionBatch & { key: number }
/** The result of an undo. */
type UndoResult = { message: string; isBad: boolean }

type Options = { onUndone: (taken: DecisionBatch, now: Decided[]) => void }

/** The decisions of the last 8 seconds, newest last, with undo. Each is removed when its time is over. */
export function useUndo({ onUndone }: Options) {
  const { mutateAsync, isPending } = trpc.admin.review.undoStatus.useMutation()
  const [open, setOpen] = useState<readonly Undoable[]>([])
  const [result, setResult] = useState<UndoResult>()
  const lastKey = useRef(0)

  const add = useCallback((taken: DecisionBatch) => {
    const key = ++lastKey.current
    setResult(undefined)
    setOpen((all) => [...all, { ...taken, key }])
    setTimeout(() => setOpen((all) => all.filter((each) => each.key !== key)), UNDO_MS)
  }, [])

  async function undo(taken: Undoable) {
    const answers = await Promise.allSettled(taken.items.map((item) => mutateAsync(item)))
    setOpen((all) => all.filter(({ key }) => key !== taken.key))
    const undone = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as ApiError] : []))
    onUndone(taken, undone)
    const outcome = resultOf(undone.length, refused)
    setResult(outcome)
    // Success messages disappear; errors stay.
    if (!outcome.isBad) setTimeout(() => setResult((now) => (now === outcome ? undefined : now)), UNDO_MS)
  }

  return {
    latest: open.at(-1),
    others: Math.max(0, open.length - 1),
    result,
    isUndoing: isPending,
    add,
    undo: (taken: Undoable) => void undo(taken),
    forget: () => setResult(undefined),
  }
}

function resultOf(undone: number, refused: readonly ApiError[]): UndoResult {
  const [first] = refused
  if (!first)
    return { message: undone === 1 ? 'Undone. No email was sent.' : `${undone} decisions undone.`, isBad: false }
  const isOurs = first.data?.code === 'conflict' || first.data?.code === 'forbidden'
  const why = isOurs ? first.message : 'The decision could not be undone.'
  return { message: undone === 0 ? why : `${undone} undone, ${refused.length} failed: ${why}`, isBad: true }
}

/** 'Steam $75.00: Rejected.' */
export function decisionMessages(
  { cardType, cardValue, status }: Pick<Submission, 'cardType' | 'cardValue' | 'status'>,
  { approves }: Pick<Draft, 'approves'>,
): string {
  return `${cardType} ${formatDollars(cardValue)}: ${approves ? 'Approved' : statusLabels[status].name}.`
}

/** '3 orders: Processing.' */
export function bulkMessages(count: number, outcome: string): string {
  return `${count} ${count === 1 ? 'order' : 'orders'}: ${outcome}.`
}
