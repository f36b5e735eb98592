import type { Socket } from 'node:net'
import { expect } from 'vitest'
import { test } from '../../testing/test-support/app-test.ts'
import { aPhoto, multipart } from '../../testing/test-support/factories.ts'
import { rawConnection, requestHead, statusesOf } from '../../testing/test-support/raw-http.ts'
import { listening, openSocket } from '../../testing/test-support/socket-page.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'

const body = /\r\n\r\n\{.*\}/

test('finishes running requests, accepts no new ones and closes every connection', async () => {
  await using app = await createTestApp({}, { limits: { lastAnswersMs: 100 } })
  const { host, url } = await listening(app)
  const customer = await app.customer()
  const form = multipart({}, [{ name: 'front.png', bytes: aPhoto(), field: 'file' }])

  const idle = await rawConnection(host)
  idle.write(requestHead('GET /api/health'))
  await idle.received(body)
  const busy = await rawConnection(host)
  busy.write(requestHead('GET /api/health'))
  await busy.received(body)
  const upload = await rawConnection(host)
  upload.write(
    requestHead('POST /api/uploads', {
      cookie: customer.cookie,
      ...form.headers,
      'content-length': form.payload.length,
    }),
  )
  upload.write(form.payload.subarray(0, 100))
  const page = await openSocket(url, customer.cookie)

  const stopped = app.stop()
  busy.write(requestHead('GET /api/ready'))
  const answers = await busy.closed
  expect(statusesOf(answers)).toEqual([200, 503])
  expect(answers).toMatch(/connection: close/i)
  await page.closed
  expect(statusesOf(await idle.closed)).toEqual([200])
  await expect(rawConnection(host)).rejects.toThrow(/ECONNREFUSED/)

  upload.write(form.payload.subarray(100))
  const uploaded = await upload.closed
  expect(statusesOf(uploaded)).toEqual([201])
  expect(uploaded).toMatch(/connection: close/i)
  await stopped
})

test('a request that arrives before the start has ended waits for that', async () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await using app = await createTestApp({}, { opened })
  const order: string[] = []
  const answer = app.request('GET', '/api/health').then(() => order.push('answered'))
  // Without the wait, the answer would come before that of another server.
  await using other = await createTestApp()
  await other.request('GET', '/api/health')
  order.push('opened')
  open()
  await answer
  expect(order).toEqual(['opened', 'answered'])
})

test('a draining server is healthy but not ready', async ({ app }) => {
  const statusOf = async (url: string) => (await app.request('GET', url)).statusCode
  expect(await statusOf('/api/ready')).toBe(200)
  app.drain()
  expect([await statusOf('/api/ready'), await statusOf('/api/health')]).toEqual([503, 200])
  await app.customer()
})

test('a server whose database does not answer is healthy but not ready, and logs why once', async ({ app }) => {
  const statusOf = async (url: string) => (await app.request('GET', url)).statusCode
  await app.ctx.db.destroy()
  expect([await statusOf('/api/ready'), await statusOf('/api/ready')]).toEqual([503, 503])
  expect(await statusOf('/api/health')).toBe(200)
  expect(app.log().match(/"reason":"database: does not answer"/g)).toHaveLength(1)
})

test('serves a request that arrived while the event loop was blocked', async () => {
  await using app = await createTestApp({}, { limits: { lastAnswersMs: 50 } })
  const { host } = await listening(app)
  const connection = await rawConnection(host)
  connection.write(requestHead('GET /api/health'))
  await connection.received(body)
  const stopped = app.stop()
  connection.write(requestHead('GET /api/ready'))
  const end = performance.now() + 200
  while (performance.now() < end);
  expect(statusesOf(await connection.closed)).toEqual([200, 503])
  await stopped
})

test('aborts requests that do not end in time', async () => {
  await using app = await createTestApp({}, { limits: { lastAnswersMs: 10, stopMs: 100 } })
  const { host } = await listening(app)
  const hanging = await rawConnection(host)
  hanging.write(requestHead('POST /api/quote', { 'content-type': 'application/json', 'content-length': 100 }))
  hanging.write('{')
  const ready = await rawConnection(host)
  ready.write(requestHead('GET /api/health'))
  await ready.received(body)
  await app.stop()
  expect(statusesOf(await hanging.closed)).toEqual([])
})

/** No limit but that of idle connections ends a connection within the time of a test. */
const limits = { lastAnswersMs: 20, stopMs: 300_000, headersTimeoutMs: 300_000 }

test('a shutdown closes connections that have sent nothing, but waits for a request that has begun to arrive', async () => {
  await using app = await createTestApp({}, { limits })
  const { host } = await listening(app)
  const accepted: Socket[] = []
  app.server.server.on('connection', (socket) => accepted.push(socket))
  const silent = await rawConnection(host)
  const begun = await rawConnection(host)
  const head = requestHead('GET /api/health')
  begun.write(head.slice(0, 10))
  await expect.poll(() => accepted.map(({ bytesRead }) => bytesRead)).toEqual([0, 10])

  const stopped = app.stop()
  expect(await silent.closed).toBe('')
  begun.write(head.slice(10))
  const answer = await begun.closed
  expect(statusesOf(answer)).toEqual([200])
  expect(answer).toMatch(/connection: close/i)
  await stopped
})
