import { type QueueRequestState, queueRequestStates } from './information-request.ts'
import { type PayoutState, waitingPayoutStates } from './payout.ts'
import { openStatuses, reviewStatuses, type SubmissionStatus, submissionStatuses } from './submission.ts'

/** Of processing orders: 'requested' while the seller has to answer, 'answered' and 'accepted' once they have. */
export const queueStatuses = [...submissionStatuses, 'approved', ...queueRequestStates] as const
export type QueueStatus = (typeof queueStatuses)[number]

/** 'open' needs a decision, 'approved' waits for its payout, 'requested' for its seller, 'answered' has an answer. */
export const queueFilters = [...reviewStatuses, 'open', 'approved', 'registered', 'requested', 'answered'] as const
export type QueueFilter = (typeof queueFilters)[number]

/** What needs a decision: pending, or processing without a payout that waits, and not waiting for its seller. */
export const undecidedStatuses: readonly QueueStatus[] = [...openStatuses, 'answered', 'accepted']
/** Orders of this status are decided before all others: their sellers have accepted an offer. */
export const firstInLine: QueueStatus = 'accepted'
type Undecided = {
  status: SubmissionStatus
  payout?: { state: PayoutState } | undefined
  requestState?: QueueRequestState | undefined
}
export function needsDecision({ status, payout, requestState }: Undecided) {
  if (requestState === 'requested') return false
  return status === 'pending' || (status === 'processing' && !(payout && waitingPayoutStates.includes(payout.state)))
}

export const openQueueStatuses: readonly QueueStatus[] = [...undecidedStatuses, 'approved', 'requested']

/** 'risk': first those that share a card, a photo, then an account. Equal ones: oldest first. */
export const queueSorts = ['oldest', 'newest', 'value', 'risk', 'due'] as const
export type QueueSort = (typeof queueSorts)[number]

/** Warnings and due times matter before a decision, so only these filters can be sorted by them. */
const undecidedFilters: readonly (QueueFilter | undefined)[] = ['open', ...openStatuses]

export function canSortBy(sort: QueueSort | undefined, filter: QueueFilter | undefined) {
  return (sort !== 'risk' && sort !== 'due') || undecidedFilters.includes(filter)
}

/** Undefined for all. */
export function filterStatuses(filter: QueueFilter | undefined): readonly QueueStatus[] | undefined {
  if (filter === undefined) return undefined
  if (filter === 'open') return undecidedStatuses
  if (filter === 'answered') return ['answered', 'accepted']
  return filter === 'processing' ? ['processing', 'approved', ...queueRequestStates] : [filter]
}

export const queueMessages = {
  badSort: `Sort by ${queueSorts.slice(0, -1).join(', ')} or ${queueSorts.at(-1)}.`,
  riskOfOpenOnly:
    'Only orders that need a decision can be sorted by risk or by when they are due: set the status to open, pending or processing.',
  badUntil: 'Enter a date and time in ISO 8601 format with milliseconds, in UTC.',
} as const
