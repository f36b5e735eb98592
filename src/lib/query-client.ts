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
 * Server data is pushed or polled where a screen says so; nothing is refetched behind a person's back. Without a
 * network a call fails and is told of at once: a submit that waits in silence and goes out later is nobody's wish.
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
   * Reads again what is on the screen, from now on. The library lets a first read that is under way stand for that,
   * although its answer can be older than the change we were told of: once it has come, it is read once more.
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
      // Whatever is under way by then was begun late enough.
      { cancelRefetch: false },
    )
  }
}

function noticeRefusal(error: Error): void {
  if ((error as ApiError).data?.code === 'unauthorized') publishSessionEnd()
}
