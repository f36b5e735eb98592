import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { effectiveReason } from '../decision.ts'

/** A decision that is not saved yet. */
export type Draft = {
  status: ReviewStatus
  /** A reason from the list; '' for none. */
  quick: string
  /** The reviewer's own words, which win over the list; '' for none. */
  custom: string
  /** The version of the submission it is made on: the newest its author has knowingly seen. */
  base: number
}

/** The draft of somebody who has not touched anything yet. */
export function untouched({ status, version }: Pick<Submission, 'status' | 'version'>): Draft {
  return { status: status === 'registered' ? 'pending' : status, quick: '', custom: '', base: version }
}

/** What the customer will read as the reason; '' for none. */
export function reasonOf({ quick, custom }: Draft): string {
  return effectiveReason(quick, custom)
}

/** Whether saving it would say anything: another status, or a reason. */
export function decides(draft: Draft, { status }: Pick<Submission, 'status'>): boolean {
  return draft.status !== status || reasonOf(draft) !== ''
}

/** The draft with another status; a reason of the old status's list does not fit the new one. */
export function withStatus(draft: Draft, status: ReviewStatus): Draft {
  return status === draft.status ? draft : { ...draft, status, quick: '' }
}

/** The status that the keys 1 to 5 stand for. */
export function statusKey(status: ReviewStatus): string {
  return String(reviewStatuses.indexOf(status) + 1)
}
