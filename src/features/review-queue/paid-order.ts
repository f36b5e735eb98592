import type { ReactNode } from 'react'
import type { Undoable } from '#client/lib/use-undo-stack.ts'
import type { Submission } from '#shared/submission-schema.ts'

/** Problems belong to another feature, and their decisions are undone in the bar of this one. */
export type RenderProblems = (order: { submissionId: string; onUndoable: (taken: Undoable) => void }) => ReactNode

/** Whether the money of an order has left, so that its card can turn out bad. */
export function isPaid({ payout }: Pick<Submission, 'payout'>) {
  return payout?.state === 'paid' || payout?.state === 'sent'
}
