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

/** Screens choose push or polling. Without a network calls fail at once: a submit must not be sent later. */
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
  /** A read in flight can be older than the change, so it is repeated; canceled reads would show nothing new. */
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ) {
    const inFlight = new Set(
      this.getQueryCache()
        .findAll(filters)
        .filter(({ state }) => state.fetchStatus === 'fetching')
        .map(({ queryHash }) => queryHash),
    )
    await super.invalidateQueries(filters, { ...options, cancelRefetch: false })
    if (inFlight.size === 0) return
    await this.refetchQueries(
      { type: 'active', predicate: ({ queryHash, state }) => state.data !== undefined && inFlight.has(queryHash) },
      // A read in flight by then has started after the invalidation.
      { cancelRefetch: false },
    )
  }
}

function noticeRefusal(error: Error) {
  if ((error as ApiError).data?.code === 'unauthorized') publishSessionEnd()
}
