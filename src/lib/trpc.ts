import { createTRPCClient, httpBatchLink, type TRPCClientError, type TRPCLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '#server/web/trpc/router.ts'
import { withBase } from './base-path.ts'
import { fetchResponse } from './fetch-response.ts'
import { lazySocketLink } from './lazy-subscription-link.ts'

export const trpc = createTRPCReact<AppRouter>()

export type ApiError = TRPCClientError<AppRouter>

const httpLink: TRPCLink<AppRouter> = httpBatchLink({
  url: withBase('/trpc'),
  maxItems: 10,
  fetch: (url, options) => fetchResponse(url, { ...options, credentials: 'same-origin' }),
})

/** Subscriptions over the socket, everything else over HTTP. */
const link: TRPCLink<AppRouter> = (runtime) => {
  const [overSocket, overHttp] = [lazySocketLink(runtime), httpLink(runtime)]
  return (call) => (call.op.type === 'subscription' ? overSocket : overHttp)(call)
}
const links = [link]

export const trpcClient = trpc.createClient({ links })
/** For calls outside React. */
export const api = createTRPCClient<AppRouter>({ links })
