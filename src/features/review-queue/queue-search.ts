import { oneOf, pageNumber, searchParams, text } from '#client/lib/search-params.ts'
import { canSortBy, type QueueFilter, queueFilters, queueSorts } from '#shared/queue.ts'
import { submissionListNames } from '#shared/submission-lists.ts'

/** 'all' also lists the records of registrations. */
export type ShownFilter = QueueFilter | 'all'
export const shownFilters: readonly ShownFilter[] = [...queueFilters, 'all']

/** The queue state in the URL of /admin. Without a view it shows the list. */
const read = searchParams({
  /** Undefined is what needs a decision; with a search it is all. */
  status: oneOf(shownFilters),
  search: text(200),
  /** One of the lists, in place of status, search and order. */
  list: oneOf(submissionListNames),
  page: pageNumber,
  /** Undefined is the order that fits the filter. */
  sort: oneOf(queueSorts),
  view: oneOf(['review'] as const),
  id: text(100),
})
export type QueueSearch = ReturnType<typeof read>

/** Only the review view has an open submission. */
export function readQueueSearch(raw: Record<string, unknown>): QueueSearch {
  const search = read(raw)
  return { ...search, id: search.view && search.id }
}

/** A search without a filter looks in all submissions. */
export function shownFilter({ status, search, list }: QueueSearch) {
  if (list !== undefined) return 'all'
  return status ?? (search === undefined ? 'open' : 'all')
}

export function offeredSorts(filter: ShownFilter) {
  return queueSorts.filter((sort) => canSortBy(sort, serverFilter(filter)))
}

/** What needs a decision goes by when it is due, what waits for its payout is oldest first, all else newest first. */
export function shownSort(search: QueueSearch) {
  const filter = shownFilter(search)
  if (search.sort !== undefined && offeredSorts(filter).includes(search.sort)) return search.sort
  if (canSortBy('due', serverFilter(filter))) return 'due'
  const waiting: readonly ShownFilter[] = ['approved', 'requested', 'answered']
  return waiting.includes(filter) ? 'oldest' : 'newest'
}

export function serverFilter(filter: ShownFilter) {
  return filter === 'all' ? undefined : filter
}
