import { openStatuses, reviewStatuses, type SubmissionStatus } from './submission.ts'

/** The filters of the review queue: one status, 'open' for all that need a decision, 'registered' for registrations. */
export const queueFilters = [...reviewStatuses, 'open', 'registered'] as const
export type QueueFilter = (typeof queueFilters)[number]

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

/** The statuses that a filter lists; undefined for all. */
export function filterStatuses(filter: QueueFilter | undefined): readonly SubmissionStatus[] | undefined {
  if (filter === undefined) return undefined
  return filter === 'open' ? openStatuses : [filter]
}

/** Customers are promised a decision within this time: an open submission that is older is overdue. */
export const DECISION_PROMISE_MS = 60 * 60_000

export const queueMessages = {
  badSort: `Sort by ${queueSorts.slice(0, -1).join(', ')} or ${queueSorts.at(-1)}.`,
  riskOfOpenOnly:
    'Only orders that need a decision can be sorted by risk: set the status to open, pending or processing.',
  badUntil: 'Enter a date and time in ISO 8601 format with milliseconds, in UTC.',
} as const
