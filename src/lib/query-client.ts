import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { announceSessionEnd } from './session-end.ts'
import type { ApiError } from './trpc.ts'

/**
 * Server data is pushed or polled where a screen says so; nothing is refetched behind a person's back. Without a
 * network a call fails and is told of at once: a submit that waits in silence and goes out later is nobody's wish.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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

function noticeRefusal(error: Error): void {
  if ((error as ApiError).data?.code === 'unauthorized') announceSessionEnd()
}
