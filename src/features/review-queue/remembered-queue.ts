import { localPreference } from '#client/lib/local-preference.ts'
import { type QueueSearch, shownFilters } from './queue-search.ts'

const lastView = localPreference('queue-view', ['list', 'review'])
const lastFilter = localPreference('queue-filter', shownFilters)

export function useRememberedQueue(search: QueueSearch): QueueSearch {
  const view = lastView.use() === 'review' ? 'review' : undefined
  const status = lastFilter.use()
  const isBare = Object.values(search).every((value) => value === undefined)
  return isBare ? { view, status } : search
}

/** A search without a filter leaves the filter as it is. */
export function rememberQueue({ view, status }: QueueSearch) {
  lastView.set(view ?? 'list')
  if (status !== undefined) lastFilter.set(status)
}

export const queueDetails = localPreference('queue-details', ['open', 'closed'])
