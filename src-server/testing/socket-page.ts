import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import WebSocket from 'ws'
import type { AppRouter } from '../api/router.ts'
import type { Person, TestApp } from './test-app.ts'

export type Signal = { submissionId: string | null }

/** The test app on a real port; its WebSocket address. */
export async function listening(app: TestApp): Promise<{ host: string; url: string }> {
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const host = `127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
  return { host, url: `ws://${host}/trpc` }
}

/** An open socket of this person, and the code it will be closed with. */
export async function openSocket(url: string, cookie: string): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const socket = new WebSocket(url, { headers: { cookie } })
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  return { socket, closed }
}

/** A page of this person with its subscriptions. Dispose of it. */
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

type Watch = {
  subscribe(
    input: undefined,
    options: { onStarted(): void; onData(signal: Signal): void; onError(error: unknown): void },
  ): { unsubscribe(): void }
}

/** Resolves when the server listens; `next` waits for the signal after those that were taken. */
export async function watching(watch: Watch) {
  const signals: Signal[] = []
  const takers: ((signal: Signal) => void)[] = []
  const subscription = await new Promise<{ unsubscribe(): void }>((resolve, reject) => {
    const made = watch.subscribe(undefined, {
      onStarted: () => resolve(made),
      onError: reject,
      onData: (signal) => {
        const taker = takers.shift()
        if (taker) taker(signal)
        else signals.push(signal)
      },
    })
  })
  const next = () => {
    const signal = signals.shift()
    return signal ? Promise.resolve(signal) : new Promise<Signal>((resolve) => takers.push(resolve))
  }
  return { next, unsubscribe: () => subscription.unsubscribe() }
}
