import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'

/** What the address of /admin says about the queue; what is left out is all statuses, no search, page 1. */
export type QueueSearch = { status?: ReviewStatus; search?: string; page?: number }

const SEARCH_MAX_LENGTH = 200

/** Reads the address's search parameters; anything that is not a filter of ours is left out. */
export function readQueueSearch(raw: Record<string, unknown>): QueueSearch {
  const status = reviewStatuses.find((each) => each === raw.status)
  // The router reads '?search=123' as a number.
  const search = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : ''
  const page = Number(raw.page)
  return {
    ...(status && { status }),
    ...(search.trim() && { search: search.slice(0, SEARCH_MAX_LENGTH) }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  }
}
