import { QueryClient } from '@tanstack/react-query'

/**
 * Server data is pushed or polled where a screen says so; nothing is refetched behind a person's back. Without a
 * network a call fails and is told of at once: a submit that waits in silence and goes out later is nobody's wish.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
