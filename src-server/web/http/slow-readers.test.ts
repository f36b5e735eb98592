import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { anUpload, aPhoto } from '../../testing/test-support/factories.ts'
import { rawConnection, requestHead, statusesOf } from '../../testing/test-support/raw-http.ts'
import { listening } from '../../testing/test-support/socket-page.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

/** More than the socket buffers of the operating system. */
const LARGE = 9_500_000

/** The test app on a port, with a customer, their large file, and the server's side of every connection. */
async function aSite(app: TestApp) {
  const { host } = await listening(app)
  const customer = await app.customer()
  const fileId = await anUpload(app, customer, 'front.png', Buffer.concat([aPhoto(), Buffer.alloc(LARGE)]))
  const open = async () => {
    const accepted = once(app.server.server, 'connection') as Promise<[Socket]>
    const client = await rawConnection(host)
    return { client, served: (await accepted)[0] }
  }
  return { customer, fileId, open }
}

const download = (customer: Person, fileId: string, headers: Record<string, string> = {}) =>
  requestHead(`GET /api/files/${fileId}?download=1`, { cookie: customer.cookie, ...headers })

test('closes a download whose client reads nothing', async () => {
  await using app = await createTestApp({}, { limits: { unreadAnswerMs: 100 } })
  const { customer, fileId, open } = await aSite(app)
  const { client, served } = await open()
  client.socket.pause()
  client.write(download(customer, fileId))
  await once(served, 'close')
  client.socket.resume()
  expect((await client.closed).length).toBeLessThan(LARGE)
})

test('closes pipelined responses that are not read', async () => {
  await using app = await createTestApp({}, { limits: { unreadAnswerMs: 100 } })
  const { open } = await aSite(app)
  const { client, served } = await open()
  client.socket.pause()
  client.write(requestHead('GET /api/openapi.json').repeat(900))
  await once(served, 'close')
  client.socket.resume()
  expect(statusesOf(await client.closed).length).toBeLessThan(900)
})

test('keeps a slow client that continues to read', async () => {
  await using app = await createTestApp({}, { limits: { unreadAnswerMs: 1_000 } })
  const { customer, fileId, open } = await aSite(app)
  const { client } = await open()
  client.socket.on('data', () => {
    client.socket.pause()
    setTimeout(() => client.socket.resume(), 20)
  })
  client.write(download(customer, fileId, { connection: 'close' }))
  expect((await client.closed).length).toBeGreaterThan(LARGE)
}, 60_000)

test('keeps a client that waits for a response', async () => {
  await using app = await createTestApp({}, { limits: { unreadAnswerMs: 50 } })
  const { customer, fileId, open } = await aSite(app)
  const { client, served } = await open()
  const read = app.ctx.storage.read
  app.ctx.storage.read = async function* (key, max) {
    // Longer than `unreadAnswerMs`, measured by the same socket timeout.
    for (let times = 0; times < 2; times++) await once(served.setTimeout(50), 'timeout')
    yield* read(key, max)
  }
  client.write(download(customer, fileId, { connection: 'close' }))
  expect((await client.closed).length).toBeGreaterThan(LARGE)
})

test('limits concurrent downloads of a person and starts the next when one is read', async () => {
  await using app = await createTestApp({ METRICS_PORT: '1' }, { limits: { downloadsOfOnePerson: 2 } })
  const { customer, fileId, open } = await aSite(app)
  const unread = await Promise.all([open(), open()])
  for (const { client } of unread) {
    client.write(download(customer, fileId, { connection: 'close' }))
    await client.received(/HTTP\/1.1 200/)
    client.socket.pause()
  }
  expect(await downloadsOf(app)).toBe(2)
  const waiting = await open()
  waiting.client.write(download(customer, fileId, { connection: 'close' }))
  const other = await app.customer()
  const theirs = await anUpload(app, other)
  expect((await app.request('GET', `/api/files/${theirs}`, { as: other })).statusCode).toBe(200)
  expect(await downloadsOf(app)).toBe(2)
  for (const { client } of unread) client.socket.resume()
  expect(statusesOf(await waiting.client.closed)).toEqual([200])
})

test('rejects a download when too many of the same person wait', async () => {
  const limits = { downloadsOfOnePerson: 1, waitingDownloadsOfOnePerson: 0 }
  await using app = await createTestApp({}, { limits })
  const { customer, fileId, open } = await aSite(app)
  const { client } = await open()
  client.write(download(customer, fileId))
  await client.received(/HTTP\/1.1 200/)
  client.socket.pause()
  const refused = await app.request('GET', `/api/files/${fileId}`, { as: customer })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5'])
  client.socket.destroy()
})

test('drops waiting downloads when their connection ends', async () => {
  await using app = await createTestApp({ METRICS_PORT: '1' }, { limits: { downloadsOfOnePerson: 3 } })
  const { customer, fileId, open } = await aSite(app)
  const { client, served } = await open()
  client.write(download(customer, fileId).repeat(5))
  await client.received(/HTTP\/1.1 200/)
  const ended = new Promise((resolve) => served.once('close', resolve))
  client.socket.destroy()
  await ended
  expect((await app.request('GET', `/api/files/${fileId}`, { as: customer })).statusCode).toBe(200)
  expect(await downloadsOf(app)).toBe(0)
})

async function downloadsOf({ metrics }: TestApp): Promise<number> {
  return Number(/^gce_downloads_in_progress (\d+)$/m.exec((await metrics?.text()) ?? '')?.[1])
}
