import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from '#server/web/trpc/router.ts'

type SocketModule = typeof import('./socket.ts')

let loading: Promise<SocketModule> | undefined
let loaded: SocketModule | undefined

/** Visitors without subscriptions never need this code; `lazy` of `wsLink` defers the connection only. */
export function loadSocket() {
  loading ??= import('./socket.ts').then(
    (module) => {
      loaded = module
      return module
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Whether the socket is open now. */
export function isSocketOpen() {
  return loaded?.socket.state() === 'pending'
}

/** Sends operations over the socket and loads its code with the first. If that fails they fail, and screens poll. */
export const lazySocketLink: TRPCLink<AppRouter> =
  (runtime) =>
  ({ op, next }) =>
    observable((observer) => {
      let running: Unsubscribable | undefined
      let isUnsubscribed = false
      loadSocket().then(
        ({ socketLink }) => {
          if (!isUnsubscribed) running = socketLink(runtime)({ op, next }).subscribe(observer)
        },
        (error: Error) => observer.error(TRPCClientError.from(error)),
      )
      return () => {
        isUnsubscribed = true
        running?.unsubscribe()
      }
    })
