import type { SubmissionTable } from '../platform/db/submission-tables.ts'

/** The columns of an order that begins to wait for its seller: it leaves the queue of what waits for us. */
export function waitForSeller(): Partial<SubmissionTable> {
  return { request_state: 'requested' }
}

/** The columns of an order whose seller has answered: it waits for us again. */
export function waitForUs(state: 'answered' | 'accepted'): Partial<SubmissionTable> {
  return { request_state: state }
}
