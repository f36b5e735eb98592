import type { SubmissionTable } from '../platform/db/submission-tables.ts'

/** The order leaves the queue of what waits for us. */
export function waitForSeller(): Partial<SubmissionTable> {
  return { request_state: 'requested' }
}

/** Its seller has answered. */
export function waitForUs(state: 'answered' | 'accepted'): Partial<SubmissionTable> {
  return { request_state: state }
}
