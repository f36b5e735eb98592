import { createTRPCClient, httpBatchLink, splitLink, type TRPCClientError, type TRPCLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '#server/trpc/router.ts'
import { withBase } from './base-path.ts'
import { fetchResponse } from './fetch-response.ts'
import { lazySocketLink } from './lazy-subscription-link.ts'

/** Typed hooks for all procedures of the server. */
export const trpc = createTRPCReact<AppRouter>()

export type ApiError = TRPCClientError<AppRouter>

const links: TRPCLink<AppRouter>[] = [
  splitLink({
    condition: (operation) => operation.type === 'subscription',
    true: lazySocketLink,
    false: httpBatchLink({
      url: withBase('/trpc'),
      maxItems: 10,
      fetch: (url, options) => fetchResponse(url, { ...options, credentials: 'same-origin' }),
    }),
  }),
]

export const trpcClient = trpc.createClient({ links })
/** For calls outside React. */
export const api = createTRPCClient<AppRouter>({ links })
