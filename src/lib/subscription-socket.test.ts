import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import { expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import type { AppRouter } from '#server/web/trpc/router.ts'
import { createLiveSocket } from './subscription-socket.ts'

type Sent = { id: number; method: string; params: { lastEventId?: string } }

/** Starts a server with a connection handler, whose `count` starts at 1, and a client for it. */
async function aServer(
  onConnection: (connection: WebSocket, count: number) => void,
  firstRetryMs = 4,
  verifyClient = () => true,
) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let count = 0
  server.on('connection', (connection) => {
    connection.on('error', () => undefined)
    onConnection(connection, ++count)
  })
  const codes: number[] = []
  const closedOpen: boolean[] = []
  const url = `ws://127.0.0.1:${port}`
  const socket = createLiveSocket({
    url: () => url,
    onClose: (code, _, wasOpen) => {
      codes.push(code)
      closedOpen.push(wasOpen)
    },
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    firstRetryMs,
  })
  const trpc = createTRPCClient<AppRouter>({ links: [socket.link] })
  return {
    url,
    socket,
    trpc,
    codes,
    closedOpen,
    connections: () => count,
    async [Symbol.asyncDispose]() {
      for (const connection of server.clients) connection.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

const started = (id: number) => JSON.stringify({ id, result: { type: 'started' } })
const said = (id: number, event: number) =>
  JSON.stringify({ id, result: { type: 'data', id: String(event), data: { id: String(event), data: event } } })
const refusal = (id: number, httpStatus: number) =>
  JSON.stringify({ id, error: { message: 'No.', code: -32000, data: { httpStatus } } })

function onCall(connection: WebSocket, answer: (sent: Sent) => void): void {
  connection.on('message', (text) => String(text) !== 'PONG' && answer(JSON.parse(String(text)) as Sent))
}

/** Subscribes `times`; resolves when all of them have started. */
async function allStarted({ trpc }: Awaited<ReturnType<typeof aServer>>, times: number) {
  const subscriptions: { unsubscribe(): void }[] = []
  await Promise.all(
    Array.from(
      { length: times },
      () =>
        new Promise<void>((onStarted, onError) => {
          subscriptions.push(trpc.transactions.watch.subscribe(undefined, { onStarted: () => onStarted(), onError }))
        }),
    ),
  )
  return subscriptions
}

test.each([
  ['cut off', (connection: WebSocket) => connection.terminate()],
  ['closed', (connection: WebSocket) => connection.close()],
  ['closed with code 1012', (connection: WebSocket) => connection.close(1012)],
])('starts every subscription although sockets are %s when they open', async (_, end) => {
  await using server = await aServer((connection, count) => {
    if (count <= 5) end(connection)
    else onCall(connection, ({ id }) => connection.send(started(id)))
  })
  await allStarted(server, 3)
  expect(server.connections()).toBe(6)
  expect(server.socket.state()).toBe('pending')
})

test('reports whether a closed connection had been open, because a refused handshake has no other sign', async () => {
  let handshakes = 0
  await using server = await aServer(
    (connection, count) => {
      if (count === 1) connection.on('message', () => connection.terminate())
      else onCall(connection, ({ id }) => connection.send(started(id)))
    },
    4,
    () => ++handshakes > 1,
  )
  await allStarted(server, 1)
  expect(server.closedOpen).toEqual([false, true])
})

test('never reports open while it is closed', async () => {
  await using server = await aServer((connection, count) => {
    if (count === 1) connection.terminate()
    else onCall(connection, ({ id }) => connection.send(started(id)))
  })
  const states: string[] = []
  server.socket.onChange(() => states.push(server.socket.state()))
  await allStarted(server, 1)
  expect(states).toEqual(['connecting', 'pending', 'connecting', 'pending'])
})

test('resumes each subscription after its last event when the connection was lost', async () => {
  const asked: (string | undefined)[] = []
  await using server = await aServer((connection, count) => {
    onCall(connection, ({ id, params }) => {
      asked.push(params.lastEventId)
      connection.send(started(id))
      connection.send(said(id, count))
      if (count < 4) connection.terminate()
    })
  })
  const heard: unknown[] = []
  await new Promise<void>((done, onError) => {
    server.trpc.chat.watch.subscribe(
      { sessionId: 'a', lastEventId: 0 },
      { onData: ({ data }) => heard.push(data) === 4 && done(), onError },
    )
  })
  expect(heard).toEqual([1, 2, 3, 4])
  expect(asked).toEqual([undefined, '1', '2', '3'])
})

test('starts the subscriptions that were added, and not removed, while disconnected', async () => {
  const ids: number[] = []
  let isBack = false
  await using server = await aServer((connection) => {
    if (!isBack) return connection.terminate()
    onCall(connection, ({ id }) => {
      ids.push(id)
      connection.send(started(id))
    })
  })
  const left = server.trpc.transactions.watch.subscribe(undefined, {})
  await once(server.socket)
  left.unsubscribe()
  isBack = true
  await allStarted(server, 2)
  expect(ids).toEqual([2, 3])

  /** Resolves at the next change of its state. */
  function once(socket: typeof server.socket): Promise<void> {
    return new Promise((resolve) => {
      const stop = socket.onChange(() => {
        stop()
        resolve()
      })
    })
  }
})

test('retries server errors and not rejections', async () => {
  let calls = 0
  await using server = await aServer((connection) =>
    onCall(connection, ({ id, method }) => {
      if (method !== 'subscription') return
      calls++
      connection.send(calls === 1 ? refusal(id, 503) : calls === 2 ? refusal(id, 429) : refusal(id, 403))
      // The server also sends 'stopped' for a subscription that failed.
      connection.send(JSON.stringify({ id, result: { type: 'stopped' } }))
    }),
  )
  await expect(allStarted(server, 1)).rejects.toMatchObject({ message: 'No.', data: { httpStatus: 403 } })
  expect([calls, server.connections()]).toEqual([3, 1])
})

test('closes without subscriptions and opens again for the next one', async () => {
  await using server = await aServer((connection) => onCall(connection, ({ id }) => connection.send(started(id))))
  const [first] = await allStarted(server, 1)
  const idle = new Promise<void>((resolve) => server.socket.onChange(resolve))
  first?.unsubscribe()
  await idle
  expect(server.socket.state()).toBe('idle')
  await allStarted(server, 1)
  expect([server.connections(), server.codes]).toEqual([2, []])
})

test('reconnects at once when the network is back', async () => {
  await using server = await aServer((connection, count) => {
    if (count < 10) return connection.close(4401)
    onCall(connection, ({ id }) => connection.send(started(id)))
  }, 30_000)
  server.socket.onChange(() => server.socket.state() === 'connecting' && setImmediate(server.socket.reconnectNow))
  await allStarted(server, 1)
  expect(server.codes).toEqual(Array.from({ length: 9 }, () => 4401))
})

test('the installed wsLink still loses a subscription whose socket closes before it is sent: else it replaces this link', async () => {
  await using server = await aServer((connection) => onCall(connection, ({ id }) => connection.send(started(id))))
  let sockets = 0
  /** The first one closes as soon as it is open, before the client can send. */
  class ClosingSocket extends WebSocket {
    constructor(url: string | URL) {
      super(url)
      if (++sockets === 1) this.once('open', () => this.terminate())
    }
  }
  const client = createWSClient({
    url: server.url,
    WebSocket: ClosingSocket as unknown as typeof globalThis.WebSocket,
    lazy: { enabled: true, closeMs: 1_000 },
    retryDelayMs: () => 0,
  })
  const trpc = createTRPCClient<AppRouter>({ links: [wsLink({ client })] })
  const outcome = await new Promise<string>((resolve) => {
    trpc.transactions.watch.subscribe(undefined, {
      onStarted: () => resolve('started'),
      onError: ({ message }) => resolve(message),
    })
  })
  expect([outcome, sockets]).toEqual(['Active connection is not open', 1])
  await client.close()
})
