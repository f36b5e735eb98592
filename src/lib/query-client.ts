import { QueryClient } from '@tanstack/react-query'

/** Server data is pushed or polled where a screen says so; nothing is refetched behind a person's back. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
      mutations: { retry: false },
    },
  })
}
