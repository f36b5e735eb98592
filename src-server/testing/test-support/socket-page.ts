import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import WebSocket, { type ClientOptions } from 'ws'
import type { AppRouter } from '../../web/trpc/router.ts'
import type { Person, TestApp } from './test-app.ts'

type Signal = { submissionId: string | null }

/** Starts the test app on a free port; `url` is its WebSocket address. */
export async function listening(app: TestApp): Promise<{ host: string; url: string }> {
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const host = `127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
  return { host, url: `ws://${host}/trpc` }
}

/** Opens a WebSocket with this cookie; `closed` resolves with its close code. */
export async function openSocket(
  url: string,
  cookie: string,
  options: ClientOptions = {},
): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const socket = new WebSocket(url, { ...options, headers: { ...options.headers, cookie } })
  const closed = once(socket, 'close').then(([code]) => code as number)
  // A refused socket rejects both promises; the caller gets the first.
  closed.catch(() => undefined)
  await once(socket, 'open')
  return { socket, closed }
}

/** A tRPC WebSocket client of this person. Dispose of it. */
export function aPage(url: string, { cookie }: Person) {
  class PageSocket extends WebSocket {
    constructor(address: string | URL) {
      super(address, { headers: { cookie } })
    }
  }
  const client = createWSClient({ url, WebSocket: PageSocket as unknown as typeof globalThis.WebSocket })
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client })] })
  return { trpc, [Symbol.asyncDispose]: () => client.close() }
}

type Taking<Value> = { onStarted(): void; onData(value: Value): void; onError(error: unknown): void }

/** Resolves when the subscription has started; `next` resolves with the next unread value. */
export async function taking<Value>(subscribe: (on: Taking<Value>) => { unsubscribe(): void }) {
  const values: Value[] = []
  const takers: ((value: Value) => void)[] = []
  const subscription = await new Promise<{ unsubscribe(): void }>((resolve, reject) => {
    const made = subscribe({
      onStarted: () => resolve(made),
      onError: reject,
      onData: (value) => {
        const taker = takers.shift()
        if (taker) taker(value)
        else values.push(value)
      },
    })
  })
  const next = () =>
    values.length > 0 ? Promise.resolve(values.shift() as Value) : new Promise<Value>((take) => takers.push(take))
  return { next, unsubscribe: () => subscription.unsubscribe() }
}

type Watch = { subscribe(input: undefined, options: Taking<Signal>): { unsubscribe(): void } }

/** `taking` for a subscription to changed submissions. */
export function watching(watch: Watch) {
  return taking<Signal>((on) => watch.subscribe(undefined, on))
}
