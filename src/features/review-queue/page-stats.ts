import type { Submission } from '#shared/submission-schema.ts'

/** Counts of one page of the queue; `payouts` is dollars. */
export type PageFigures = { completed: number; pending: number; payouts: number }

export function pageStats(page: readonly Pick<Submission, 'status' | 'payoutAmount'>[]): PageFigures {
  const count = (status: Submission['status']) => page.filter((each) => each.status === status).length
  return {
    completed: count('completed'),
    pending: count('pending'),
    payouts: page.reduce((cents, each) => cents + Math.round(each.payoutAmount * 100), 0) / 100,
  }
}
