import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { expect } from 'vitest'
import WebSocket, { type ClientOptions } from 'ws'
import { inTransaction } from '../../platform/db/database.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aChat } from '../../testing/test-support/factories.ts'
import { listening, openSocket } from '../../testing/test-support/socket-page.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import { aSession } from '../../testing/test-support/world.ts'

const on = { LIMITS: 'on' }

/** The open socket, or the status of the rejection. */
async function tryToOpen(url: string, cookie: string, more: ClientOptions = {}): Promise<WebSocket | number> {
  const socket = new WebSocket(url, { ...more, headers: { ...more.headers, cookie } })
  socket.on('error', () => undefined)
  return Promise.race([
    once(socket, 'open').then(
      () => socket,
      () => 0,
    ),
    new Promise<number>((resolve) => {
      socket.on('unexpected-response', (request, { statusCode = 0 }) => {
        request.destroy()
        resolve(statusCode)
      })
    }),
  ])
}

/** Cookies of `count` customers, each in a session of their own. */
async function cookiesOf(app: TestApp, count: number): Promise<string[]> {
  const { ctx } = app
  const { id } = await app.customer()
  const template = await ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const cookies: string[] = []
  for (let at = 0; at < count; at++) {
    const user = { ...template, id: `u${at}`, email: `u${at}@mail.example` }
    await ctx.db.insertInto('users').values(user).execute()
    cookies.push(`gce=${(await aSession({ app }, user, 'customer')).token}`)
  }
  return cookies
}

const query = (id: number) => ({ id, method: 'query', params: { path: 'account.session' } })

/** All messages until the socket closes, and its close code. */
async function untilClosed(socket: WebSocket) {
  const answers: { id: number | null; error?: { message: string; data: object } }[] = []
  socket.on('message', (text) => answers.push(JSON.parse(String(text))))
  const [code] = await once(socket, 'close')
  return { code, answers }
}

/** Resolves once `count` more messages have arrived. */
function messages(socket: WebSocket, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count
    socket.on('message', () => --left === 0 && resolve())
  })
}

test('allows a person ten concurrent sockets over all sessions', async () => {
  await using app = await createTestApp(on)
  const { url } = await listening(app)
  const [customer, other] = [await app.customer(), await app.customer()]
  const again = await app.signInAgain(customer)
  const first = await openSocket(url, customer.cookie)
  for (let at = 1; at < 10; at++) await openSocket(url, at % 2 ? customer.cookie : again.cookie)
  expect(await tryToOpen(url, again.cookie)).toBe(429)
  expect(await tryToOpen(url, other.cookie)).toBeInstanceOf(WebSocket)
  first.socket.close()
  await first.closed
  expect(await tryToOpen(url, customer.cookie)).toBeInstanceOf(WebSocket)
})

test('does not count a socket whose client leaves while it opens', async () => {
  await using app = await createTestApp(on)
  const { url } = await listening(app)
  const { cookie } = await app.customer()
  for (let at = 0; at < 15; at++) {
    // Its sessions are read after this transaction.
    await inTransaction(app.call, async () => {
      const upgrade = once(app.server.server, 'upgrade')
      const leaving = new WebSocket(url, { headers: { cookie } })
      leaving.on('error', () => undefined)
      const [, socket] = (await upgrade) as [unknown, Duplex]
      socket.destroy()
      await once(socket, 'close')
    })
  }
  expect(await tryToOpen(url, cookie)).toBeInstanceOf(WebSocket)
})

test('allows a network a hundred concurrent sockets', async () => {
  await using app = await createTestApp(on)
  const { url } = await listening(app)
  const cookies = await cookiesOf(app, 101)
  for (const cookie of cookies.slice(1)) await openSocket(url, cookie)
  expect(await tryToOpen(url, cookies[0] ?? '')).toBe(429)
  expect(await tryToOpen(url, cookies[0] ?? '', { localAddress: '127.0.0.2' })).toBeInstanceOf(WebSocket)
})

test('takes the network from the trusted proxy, not from the client', async () => {
  await using app = await createTestApp({ ...on, TRUST_PROXY: '127.0.0.1' })
  const { url } = await listening(app)
  const cookies = await cookiesOf(app, 101)
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  for (const [at, cookie] of cookies.slice(1).entries())
    expect(await tryToOpen(url, cookie, from(`10.0.0.${at}, [2001:db8:1:2::${at}]:${40_000 + at}`))).toBeInstanceOf(
      WebSocket,
    )
  expect(await tryToOpen(url, cookies[0] ?? '', from('10.9.9.9, 2001:db8:1:2:ffff::1'))).toBe(429)
  expect(await tryToOpen(url, cookies[0] ?? '', from('2001:db8:1:3::1'))).toBeInstanceOf(WebSocket)
  // X-Forwarded-For of any other client is ignored.
  const direct = { ...from('2001:db8:1:2::1'), localAddress: '127.0.0.2' }
  expect(await tryToOpen(url, cookies[0] ?? '', direct)).toBeInstanceOf(WebSocket)
})

test('rejects the 101st call of a minute with a message and closes the socket', async () => {
  await using app = await createTestApp(on)
  const { url } = await listening(app)
  const { socket } = await openSocket(url, (await app.customer()).cookie)
  const over = untilClosed(socket)
  for (let id = 1; id <= 200; id++) socket.send(JSON.stringify(query(id)))
  const { code, answers } = await over
  expect(code).toBe(1008)
  expect(answers.filter(({ id }) => id !== null).length).toBeLessThanOrEqual(100)
  expect(answers.filter(({ id }) => id === null)).toEqual([
    {
      id: null,
      error: {
        code: -32029,
        message: 'These are too many calls. Please wait a minute and try again.',
        data: { code: 'too_many_requests', httpStatus: 429, retryAfterSeconds: 60 },
      },
    },
  ])
})

test('serves a hundred calls every minute', async () => {
  await using app = await createTestApp(on)
  const { url } = await listening(app)
  const { socket } = await openSocket(url, (await app.customer()).cookie)
  for (let minute = 0; minute < 3; minute++) {
    const answered = messages(socket, 100)
    for (let id = 1; id <= 100; id++) socket.send(JSON.stringify(query(id)))
    await answered
    app.clock.advance(60_000)
  }
  expect(socket.readyState).toBe(WebSocket.OPEN)
})

test('serves ten calls in a frame and rejects eleven with a message', async ({ app, url }) => {
  const { socket } = await openSocket(url, (await app.customer()).cookie)
  const over = untilClosed(socket)
  socket.send(JSON.stringify(Array.from({ length: 10 }, (_, at) => query(at))))
  await messages(socket, 10)
  socket.send(JSON.stringify(Array.from({ length: 11 }, (_, at) => query(at))))
  const { code, answers } = await over
  expect(code).toBe(1008)
  expect(answers).toHaveLength(11)
  expect(answers[10]?.error).toMatchObject({
    message: 'At most 10 calls can be sent at once.',
    data: { httpStatus: 400 },
  })
})

test('allows a socket twenty concurrent subscriptions', async ({ app, url }) => {
  const { socket } = await openSocket(url, (await app.customer()).cookie)
  const answers: string[] = []
  socket.on('message', (text) => {
    const { id, result, error } = JSON.parse(String(text))
    answers.push(`${id} ${result?.type ?? error.message}`)
  })
  const watch = (id: number) => ({ id, method: 'subscription', params: { path: 'transactions.watch' } })
  for (let id = 1; id <= 20; id++) socket.send(JSON.stringify(watch(id)))
  await messages(socket, 20)
  socket.send(JSON.stringify(watch(21)))
  await messages(socket, 1)
  socket.send(JSON.stringify({ id: 7, method: 'subscription.stop' }))
  await messages(socket, 1)
  socket.send(JSON.stringify(watch(22)))
  await messages(socket, 1)
  expect(answers.slice(20)).toEqual(['21 Too many subscriptions on this connection.', '7 stopped', '22 started'])
})

test('closes the socket on a message with too many fragments', async ({ app, url }) => {
  const { socket, closed } = await openSocket(url, (await app.customer()).cookie)
  for (let at = 0; at < 200; at++) socket.send('', { fin: false })
  expect(await closed).toBe(1008)
})

test('terminates a client that does not read before much is buffered', async ({ app, url, customer }) => {
  const sessionId = await aChat(customer)
  for (let at = 1; at <= 400; at++) await customer.api.chat.send({ sessionId, message: 'x'.repeat(1_900) })
  const connected = once(app.server.server, 'upgrade')
  const { socket, closed } = await openSocket(url, customer.cookie)
  const [, connection] = await connected
  socket.pause()
  // Far more than the buffers of both ends of a connection.
  const params = { path: 'chat.watch', input: { sessionId, lastEventId: 0 } }
  for (let id = 1; id <= 20; id++) socket.send(JSON.stringify({ id, method: 'subscription', params }))
  await once(connection, 'close')
  socket.resume()
  expect([1006, 1013]).toContain(await closed)
})

test('sends a reading client more than the buffer limit', async ({ url, customer }) => {
  const sessionId = await aChat(customer)
  for (let at = 1; at < 200; at++) await customer.api.chat.send({ sessionId, message: 'x'.repeat(1_900) })
  const { socket, closed } = await openSocket(url, customer.cookie)
  const params = { path: 'chat.watch', input: { sessionId, lastEventId: 0 } }
  for (let id = 1; id <= 20; id++) {
    // "started" and 200 messages, of 400 kB. A client of this process reads only while the server waits.
    const all = messages(socket, 201).then(() => 'all of it')
    socket.send(JSON.stringify({ id, method: 'subscription', params }))
    expect(await Promise.race([all, closed])).toBe('all of it')
  }
})
