import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'

/** What the address of /admin says about the queue; what is left out is all statuses, no search, page 1. */
export type QueueSearch = { status?: ReviewStatus; search?: string; page?: number }

const SEARCH_MAX_LENGTH = 200

/**
 * Reads the address's search parameters. Anything that is not a filter of ours is undefined, and named: the router
 * hands on what a reader passes over in silence.
 */
export function readQueueSearch(raw: Record<string, unknown>): QueueSearch {
  const status = reviewStatuses.find((each) => each === raw.status)
  // The router reads '?search=123' as a number.
  const search = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : ''
  const page = Number(raw.page)
  return {
    status,
    search: search.trim() === '' ? undefined : search.slice(0, SEARCH_MAX_LENGTH),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
  }
}
