import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'

/** The queue state in the URL of /admin. Defaults: all statuses, no search, page 1, list view. */
export type QueueSearch = {
  status?: ReviewStatus
  search?: string
  page?: number
  /** Undefined shows the list. */
  view?: 'review'
  /** The open submission of the review view. */
  id?: string
}

const SEARCH_MAX_LENGTH = 200
const ID_MAX_LENGTH = 100

/**
 * Parses the search parameters. Invalid values are set to undefined explicitly, because the router keeps keys that the
 * result does not have.
 */
export function readQueueSearch(raw: Record<string, unknown>): QueueSearch {
  const status = reviewStatuses.find((each) => each === raw.status)
  // The router parses '?search=123' as a number.
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
