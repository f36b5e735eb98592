import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from '#server/trpc/router.ts'

type SocketModule = typeof import('./socket.ts')

let loading: Promise<SocketModule> | undefined
let loaded: SocketModule | undefined

/** The socket's code; visitors who are pushed nothing never fetch it. */
export function loadSocket(): Promise<SocketModule> {
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

/** Whether the socket is open at this moment. */
export function isSocketOpen(): boolean {
  return loaded?.socket.state() === 'pending'
}

/** Sends operations over the socket, whose code comes with the first. Without it they fail, and screens poll. */
export const lazySocketLink: TRPCLink<AppRouter> =
  (runtime) =>
  ({ op, next }) =>
    observable((observer) => {
      let running: Unsubscribable | undefined
      let isOverloaded = false
      loadSocket().then(
        ({ socketLink }) => {
          if (!isOverloaded) running = socketLink(runtime)({ op, next }).subscribe(observer)
        },
        (error: Error) => observer.error(TRPCClientError.from(error)),
      )
      return () => {
        isOverloaded = true
        running?.unsubscribe()
      }
    })
