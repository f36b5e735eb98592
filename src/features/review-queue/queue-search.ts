import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'

/** What the address of /admin says about the queue; what is left out is all statuses, no search, page 1, the list. */
export type QueueSearch = {
  status?: ReviewStatus
  search?: string
  page?: number
  /** The list is shown unless this asks for the review view. */
  view?: 'review'
  /** The submission that is open in the review view. */
  id?: string
}

const SEARCH_MAX_LENGTH = 200
const ID_MAX_LENGTH = 100

/**
 * Reads the address's search parameters. Anything that is not a filter of ours is undefined, and named: the router
 * hands on what a reader passes over in silence.
 */
export function readQueueSearch(raw: Record<string, unknown>): QueueSearch {
  const status = reviewStatuses.find((each) => each === raw.status)
  // The router reads '?search=123' as a number.
  const search = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : ''
  const page = Number(raw.page)
  const view = raw.view === 'review' ? raw.view : undefined
  return {
    status,
    search: search.trim() === '' ? undefined : search.slice(0, SEARCH_MAX_LENGTH),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    view,
    id: view && typeof raw.id === 'string' && raw.id.length <= ID_MAX_LENGTH ? raw.id : undefined,
  }
}
