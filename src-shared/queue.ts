import { type PayoutState, waitingPayoutStates } from './payout.ts'
import { openStatuses, reviewStatuses, type SubmissionStatus, submissionStatuses } from './submission.ts'

/** The status of a submission in the queue: 'approved' is processing with a payout that is not paid yet. */
export const queueStatuses = [...submissionStatuses, 'approved'] as const
export type QueueStatus = (typeof queueStatuses)[number]

/**
 * The filters of the review queue: one status, 'open' for all that need a decision, 'approved' for all that wait for
 * their payout, 'registered' for registrations.
 */
export const queueFilters = [...reviewStatuses, 'open', 'approved', 'registered'] as const
export type QueueFilter = (typeof queueFilters)[number]

/** What needs a decision: pending, or processing without a payout that waits. */
export const undecidedStatuses: readonly QueueStatus[] = openStatuses
/** Whether an order needs a decision; the rule of `undecidedStatuses`. */
export function needsDecision({
  status,
  payout,
}: {
  status: SubmissionStatus
  payout?: { state: PayoutState } | undefined
}): boolean {
  return status === 'pending' || (status === 'processing' && !(payout && waitingPayoutStates.includes(payout.state)))
}

/** What the customer still waits for: a decision or money. */
export const openQueueStatuses: readonly QueueStatus[] = [...undecidedStatuses, 'approved']

/**
 * The orders of the review queue. 'oldest' and 'newest' go by the time of submission. 'value' puts the highest card
 * value first. 'risk' puts submissions first that share a card, then a photo, then a payout account with others. Equal
 * ones are oldest first.
 */
export const queueSorts = ['oldest', 'newest', 'value', 'risk'] as const
export type QueueSort = (typeof queueSorts)[number]

/** Warnings matter before a decision, so only these filters can be sorted by risk. */
const riskFilters: readonly (QueueFilter | undefined)[] = ['open', ...openStatuses]

export function canSortByRisk(filter: QueueFilter | undefined): boolean {
  return riskFilters.includes(filter)
}

/** What a filter lists; undefined for all. */
export function filterStatuses(filter: QueueFilter | undefined): readonly QueueStatus[] | undefined {
  if (filter === undefined) return undefined
  if (filter === 'open') return undecidedStatuses
  return filter === 'processing' ? ['processing', 'approved'] : [filter]
}

/** Customers are promised a decision within this time: an open submission that is older is overdue. */
export const DECISION_PROMISE_MS = 60 * 60_000

export const queueMessages = {
  badSort: `Sort by ${queueSorts.slice(0, -1).join(', ')} or ${queueSorts.at(-1)}.`,
  riskOfOpenOnly:
    'Only orders that need a decision can be sorted by risk: set the status to open, pending or processing.',
  badUntil: 'Enter a date and time in ISO 8601 format with milliseconds, in UTC.',
} as const
