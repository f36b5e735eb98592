import { oneOf, pageNumber, searchParams, text } from '#client/lib/search-params.ts'
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

const read = searchParams<QueueSearch>({
  status: oneOf(shownFilters),
  search: text(200),
  page: pageNumber,
  sort: oneOf(queueSorts),
  view: oneOf(['review']),
  id: text(100),
})

/** Reads the parameters of the URL. Only the review view has an open submission. */
export function readQueueSearch(raw: Record<string, unknown>): QueueSearch {
  const search = read(raw)
  return { ...search, id: search.view && search.id }
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
