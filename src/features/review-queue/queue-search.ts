import { canSortByRisk, type QueueFilter, type QueueSort, queueFilters, queueSorts } from '#shared/queue.ts'
import { openStatuses } from '#shared/submission.ts'

/** A filter of the queue page; 'all' also lists the records of registrations. */
export type ShownFilter = QueueFilter | 'all'
export const shownFilters: readonly ShownFilter[] = [...queueFilters, 'all']

/** The queue state in the URL of /admin. Without a view it shows the list. */
export type QueueSearch = {
  /** Undefined is what needs a decision; with a search it is all. */
  status?: ShownFilter
  search?: string
  page?: number
  /** Undefined is the order that fits the filter. */
  sort?: QueueSort
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
  const status = shownFilters.find((each) => each === raw.status)
  // The router parses '?search=123' as a number.
  const search = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : ''
  const page = Number(raw.page)
  const view = raw.view === 'review' ? raw.view : undefined
  return {
    status,
    search: search.trim() === '' ? undefined : search.slice(0, SEARCH_MAX_LENGTH),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    sort: queueSorts.find((each) => each === raw.sort),
    view,
    id: view && typeof raw.id === 'string' && raw.id.length <= ID_MAX_LENGTH ? raw.id : undefined,
  }
}

/** Whether the URL says nothing about the queue, as after a sign-in. */
export function isBare(search: QueueSearch): boolean {
  return Object.values(search).every((value) => value === undefined)
}

/** The filter that the page shows. A search without a filter looks in all submissions. */
export function shownFilter({ status, search }: QueueSearch): ShownFilter {
  return status ?? (search === undefined ? 'open' : 'all')
}

/** The orders that a filter offers. */
export function offeredSorts(filter: ShownFilter): QueueSort[] {
  return queueSorts.filter((sort) => sort !== 'risk' || canSortByRisk(serverFilter(filter)))
}

/** The order that the page shows: what customers wait for is oldest first, all else newest first. */
export function shownSort(search: QueueSearch): QueueSort {
  const filter = shownFilter(search)
  if (search.sort !== undefined && offeredSorts(filter).includes(search.sort)) return search.sort
  return isWaiting(filter) ? 'oldest' : 'newest'
}

/** Whether customers wait for all submissions of a filter. */
function isWaiting(filter: ShownFilter): boolean {
  return filter === 'open' || filter === 'approved' || openStatuses.some((status) => status === filter)
}

/** The filter as the server takes it. */
export function serverFilter(filter: ShownFilter): QueueFilter | undefined {
  return filter === 'all' ? undefined : filter
}
