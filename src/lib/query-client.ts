import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { publishSessionEnd } from './session-end.ts'
import type { ApiError } from './trpc.ts'

/**
 * Screens choose push or polling; nothing else triggers a refetch. Without a network, calls fail at once: a queued
 * submit that is sent later would be unexpected.
 */
export function createQueryClient(): QueryClient {
  return new RefetchingQueryClient({
    queryCache: new QueryCache({ onError: noticeRefusal }),
    mutationCache: new MutationCache({ onError: noticeRefusal }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

class RefetchingQueryClient extends QueryClient {
  /**
   * Refetches active queries. TanStack Query counts a first read in flight as the refetch, although its result can be
   * older than the change: such queries are read once more after it.
   */
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstReads = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
    await super.invalidateQueries(filters, options)
    if (firstReads.length === 0) return
    const isOutdated = (hash: string) => firstReads.some(({ queryHash }) => queryHash === hash)
    await this.refetchQueries(
      { type: 'active', predicate: ({ queryHash, state }) => state.data !== undefined && isOutdated(queryHash) },
      // A read in flight by then has started after the invalidation.
      { cancelRefetch: false },
    )
  }
}

function noticeRefusal(error: Error): void {
  if ((error as ApiError).data?.code === 'unauthorized') publishSessionEnd()
}
