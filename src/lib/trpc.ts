import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  splitLink,
  type TRPCClientError,
  type TRPCLink,
  wsLink,
} from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '#server/api/router.ts'
import { withBase } from './base-path.ts'

/** Typed hooks for every procedure of the server. */
export const trpc = createTRPCReact<AppRouter>()

export type ApiError = TRPCClientError<AppRouter>

const IDLE_CLOSE_MS = 1_000
const LONGEST_RETRY_MS = 30_000
const path = withBase('/trpc')

/** One socket for all subscriptions; it opens with the first and closes when none is left. */
export const socket = createWSClient({
  url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`,
  lazy: { enabled: true, closeMs: IDLE_CLOSE_MS },
  retryDelayMs: (attempt) => Math.min(LONGEST_RETRY_MS, 500 * 2 ** attempt) * (0.5 + Math.random() / 2),
})

const links: TRPCLink<AppRouter>[] = [
  splitLink({
    condition: (operation) => operation.type === 'subscription',
    true: wsLink({ client: socket }),
    false: httpBatchLink({
      url: path,
      maxItems: 10,
      fetch: (url, options) => fetch(url, { ...options, credentials: 'same-origin' }),
    }),
  }),
]

export const trpcClient = trpc.createClient({ links })
/** For the few calls made outside React. */
export const api = createTRPCClient<AppRouter>({ links })
