import type { ReactNode } from 'react'
import type { Submission } from '#shared/submission-schema.ts'

/** Renders the problems of a paid order, which belong to another feature. */
export type RenderProblems = (order: { submissionId: string }) => ReactNode

/** Whether the money of an order has left, so that its card can turn out bad. */
export function isPaid({ payout }: Pick<Submission, 'payout'>): boolean {
  return payout?.state === 'paid' || payout?.state === 'sent'
}
