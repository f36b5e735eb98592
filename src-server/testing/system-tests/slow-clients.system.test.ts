import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { aPhoto, multipart } from '../test-support/factories.ts'
import { rawConnection, requestHead, statusesOf } from '../test-support/raw-http.ts'
import { RestClient } from '../test-support/rest-client.ts'
import { startServerProcess } from '../test-support/server-process.ts'
import { listening } from '../test-support/socket-page.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { createTestApp } from '../test-support/test-app.ts'
import { atScale, recordMetric } from './system-test.ts'

const HEADS = atScale(20, 1_000)
const BODIES = atScale(10, 300)
const isFull = atScale(0, 1) === 1
/** The timeouts of the short form are a fraction of the real ones, and longer than a busy machine pauses. */
const SHARE = isFull ? 1 : 1 / 5
const UNREAD = atScale(8, 200)
const HEADS_END_MS = 12_000
const BODIES_END_MS = 30_000
const HONEST_BYTES_A_SECOND = 64 * 1024
/** The latest cut-off of an unread response, with some seconds of tolerance for a busy machine. */
const UNREAD_END_MS = 65_000
/** More than the socket buffers of the operating system absorb for a paused reader. */
const LARGE_BYTES = 9_500_000
/** Longer than any single timeout. */
const HONEST_SECONDS = isFull ? 25 : 6

type Server = {
  host: string
  cookie: string
  /** Resolves when the server must have closed the connection of a reader that accepts no bytes. */
  cutOff(connection: Socket): Promise<unknown>
  end(): Promise<void>
}

/** The built server with real timeouts, or one in process with short ones. */
async function start(): Promise<Server> {
  if (!isFull) {
    const limits = {
      headersTimeoutMs: 4_000,
      checkEveryMs: 50,
      slowBodyMs: 4_000,
      slowBodyBytes: 2_000,
      unreadAnswerMs: 4_000,
    }
    const app = await createTestApp({}, { limits })
    const { host } = await listening(app)
    const served = new Map<number | undefined, Promise<unknown>>()
    app.server.server.on('connection', (socket) => {
      served.set(socket.remotePort, new Promise((resolve) => socket.once('close', resolve)))
    })
    const cutOff = async ({ localPort }: Socket) => served.get(localPort)
    return { host, cookie: (await app.customer()).cookie, cutOff, end: async () => app[Symbol.asyncDispose]() }
  }
  const folder = tempFolder()
  const server = await startServerProcess(folder.path)
  const client = new RestClient(() => server.url)
  await client.signUp('slow@mail.example')
  const end = async () => {
    await server.end('SIGTERM')
    folder[Symbol.dispose]()
  }
  const cutOff = () => new Promise((resolve) => setTimeout(resolve, UNREAD_END_MS))
  return { host: server.url.slice('http://'.length), cookie: `gce=${client.token}`, cutOff, end }
}

type Slow = { status: number | undefined; afterMs: number }

/** Writes `begin`, then one byte at intervals to appear active; resolves when the connection is closed. */
async function slow(host: string, begin: string): Promise<Slow> {
  const connection = await rawConnection(host)
  const startedAt = performance.now()
  connection.write(begin)
  const drip = setInterval(() => connection.write('x'), 2_000 * SHARE)
  const text = await connection.closed
  clearInterval(drip)
  return { status: statusesOf(text)[0], afterMs: performance.now() - startedAt }
}

/** Uploads at the speed of a slow line; returns the status. */
async function honestUpload({ host, cookie }: Server): Promise<number | undefined> {
  const bytes = Buffer.concat([aPhoto(), Buffer.alloc(HONEST_SECONDS * HONEST_BYTES_A_SECOND)])
  const { payload, headers } = multipart({}, [{ name: 'front.png', bytes, field: 'file' }])
  const connection = await rawConnection(host)
  const length = { 'content-length': payload.length, connection: 'close' }
  connection.write(requestHead('POST /api/uploads', { cookie, ...headers, ...length }))
  const piece = HONEST_BYTES_A_SECOND / 4
  let at = 0
  const timer = setInterval(() => {
    connection.write(payload.subarray(at, at + piece))
    at += piece
    if (at >= payload.length) clearInterval(timer)
  }, 250)
  return statusesOf(await connection.closed)[0]
}

/** Requests of other clients in the meantime: their number, failures and 95th percentile in milliseconds. */
function others({ host }: Server) {
  const tookMs: number[] = []
  let failed = 0
  const timer = setInterval(async () => {
    const startedAt = performance.now()
    const response = await fetch(`http://${host}/api/health`).catch(() => undefined)
    if (response?.status !== 200) failed++
    tookMs.push(performance.now() - startedAt)
  }, 100)
  return () => {
    clearInterval(timer)
    const p95 = [...tookMs].sort((a, b) => a - b)[Math.floor(tookMs.length * 0.95)] ?? 0
    return { asked: tookMs.length, failed, p95 }
  }
}

const longest = (closed: readonly Slow[]) => Math.max(...closed.map(({ afterMs }) => afterMs))

test(`cuts off ${HEADS} slow heads and ${BODIES} slow bodies and still serves a slow upload and others`, async () => {
  const server = await start()
  const endOthers = others(server)
  const { host, cookie } = server
  const json = { 'content-type': 'application/json', 'content-length': 60_000 }
  const form = { cookie, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 5_000_000 }
  const begins = [
    requestHead('POST /api/quote', json),
    requestHead('POST /trpc/exchange.quote', json),
    // Concurrent forms per customer are limited, so most of them are anonymous.
    `${requestHead('POST /api/uploads', { ...form, cookie: '' })}--b\r\n`,
    `${requestHead('POST /api/nothing', json)}{`,
  ]
  const head = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-slow: '
  const [heads, bodies, honest] = await Promise.all([
    Promise.all(Array.from({ length: HEADS }, () => slow(host, head))),
    Promise.all([
      ...Array.from({ length: BODIES - 5 }, (_, at) => slow(host, begins[at % begins.length] ?? '')),
      ...Array.from({ length: 5 }, () => slow(host, `${requestHead('POST /api/uploads', form)}--b\r\n`)),
    ]),
    honestUpload(server),
  ])
  const { asked, failed, p95 } = endOthers()
  await server.end()

  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  recordMetric({
    claim: `${HEADS} slow heads: closed, the last one after`,
    figure: `${heads.length}, ${seconds(longest(heads))}`,
    goal: `all, ${seconds(HEADS_END_MS * SHARE)}`,
    isMet: longest(heads) <= HEADS_END_MS * SHARE || !isFull,
  })
  recordMetric({
    claim: `${BODIES} slow bodies: closed, the last one after`,
    figure: `${bodies.length}, ${seconds(longest(bodies))}`,
    goal: `all, ${seconds(BODIES_END_MS * SHARE)}`,
    isMet: longest(bodies) <= BODIES_END_MS * SHARE || !isFull,
  })
  recordMetric({
    claim: 'During that: an upload at 64 KiB a second; responses to others, failed, p95',
    figure: `${honest}; ${asked}, ${failed}, ${p95.toFixed(1)} ms`,
    goal: '201; 0 failed',
    isMet: honest === 201 && failed === 0,
  })
  expect(new Set(heads.map(({ status }) => status))).toEqual(new Set([408]))
  // Requests rejected immediately (401, 404) are cut off while their body is still being sent.
  for (const { status } of bodies) expect([408, 401, 404]).toContain(status)
  expect(bodies.filter(({ status }) => status === 408).length).toBeGreaterThanOrEqual(BODIES / 2)
  expect([honest, failed]).toEqual([201, 0])
  if (isFull) {
    expect(longest(heads)).toBeLessThanOrEqual(HEADS_END_MS)
    expect(longest(bodies)).toBeLessThanOrEqual(BODIES_END_MS)
  }
})

/** Reads only the beginning of the response until the server cuts it off; returns the bytes received. */
async function unread({ host, cutOff }: Server, asking: string): Promise<number> {
  const { socket, write, received, closed } = await rawConnection(host)
  write(asking)
  await received(/HTTP\/1.1 200/)
  socket.pause()
  await cutOff(socket)
  socket.resume()
  return (await closed).length
}

/** Reads the file at the speed of a slow line, longer than a response may stay unread; returns the bytes received. */
async function honestDownload(host: string, asking: string): Promise<number> {
  const { socket, write, closed } = await rawConnection(host)
  socket.on('data', () => {
    socket.pause()
    setTimeout(() => socket.resume(), isFull ? 250 : 40)
  })
  write(asking)
  return (await closed).length
}

test(`cuts off ${UNREAD} readers that accept no bytes while a slow one gets the whole file`, async () => {
  const server = await start()
  const { host, cookie } = server
  const form = multipart({}, [
    { name: 'front.png', bytes: Buffer.concat([aPhoto(), Buffer.alloc(LARGE_BYTES)]), field: 'file' },
  ])
  const headers = { cookie, ...form.headers }
  const response = await fetch(`http://${host}/api/uploads`, {
    method: 'POST',
    headers,
    body: new Uint8Array(form.payload),
  })
  const { id } = (await response.json()) as { id: string }
  const file = `GET /api/files/${id}?download=1`
  const askings = [requestHead(file, { cookie }), requestHead('GET /api/openapi.json').repeat(300)]
  const [cut, honest] = await Promise.all([
    // Concurrent downloads per person are limited.
    Promise.all(Array.from({ length: UNREAD }, (_, at) => unread(server, askings[at < 5 ? 0 : 1] ?? ''))),
    honestDownload(host, requestHead(file, { cookie, connection: 'close' })),
  ])
  await server.end()
  recordMetric({
    claim: `${UNREAD} readers that accept no bytes: disconnected; a slow download during that`,
    figure: `${cut.filter((bytes) => bytes < LARGE_BYTES).length}; ${honest} bytes`,
    goal: `all; more than ${LARGE_BYTES}`,
    isMet: cut.every((bytes) => bytes < LARGE_BYTES) && honest > LARGE_BYTES,
  })
  expect(Math.max(...cut)).toBeLessThan(LARGE_BYTES)
  expect(honest).toBeGreaterThan(LARGE_BYTES)
})
