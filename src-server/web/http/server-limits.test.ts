import { expect } from 'vitest'
import { test } from '../../testing/test-support/app-test.ts'
import { aPhoto, multipart } from '../../testing/test-support/factories.ts'
import { type RawConnection, rawConnection, requestHead, statusesOf } from '../../testing/test-support/raw-http.ts'
import { listening } from '../../testing/test-support/socket-page.ts'
import { createTestApp, type Person } from '../../testing/test-support/test-app.ts'

/** Node.js counts a head in wall time, so tests of bodies leave it the default: a busy machine can pause for 200 ms. */
const shortHead = { headersTimeoutMs: 200, checkEveryMs: 20 }
const shortBody = { checkEveryMs: 20, slowBodyMs: 200, slowBodyBytes: 1_000 }
const json = { 'content-type': 'application/json' }
const quote = JSON.stringify({ cardBrand: 'apple', cardValue: 100 })

const uploadHead = (
  customer: Person,
  form: { headers: Record<string, string> },
  more: Record<string, string | number>,
) => requestHead('POST /api/uploads', { cookie: customer.cookie, ...form.headers, ...more })

/** A photo of so many bytes. */
const aPhotoOf = (length: number) => Buffer.concat([aPhoto(), Buffer.alloc(length)])

/** Writes `bytes` in chunks, one every `everyMs` once the last was sent, until the socket closes. */
function drip({ socket }: RawConnection, bytes: Buffer, size: number, everyMs: number): void {
  let at = 0
  const timer = setInterval(() => {
    if (at >= bytes.length || socket.destroyed) return clearInterval(timer)
    socket.write(bytes.subarray(at, at + size))
    at += size
  }, everyMs)
}

test('an incomplete head gets 408 with our body and headers, then the connection closes', async () => {
  await using app = await createTestApp({}, { limits: shortHead })
  const { host } = await listening(app)
  const slow = await rawConnection(host)
  slow.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
  const answer = await slow.closed
  expect(statusesOf(answer)).toEqual([408])
  expect(answer).toMatch(/cache-control: no-store/)
  expect(answer).toMatch(/x-content-type-options: nosniff/)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    code: 'bad_request',
    requestId: expect.any(String),
  })
})

test.each([
  ['a JSON body', 'POST /api/quote', { ...json, 'content-length': 100 }, '{"cardBrand"'],
  ['a tRPC body', 'POST /trpc/exchange.quote', { ...json, 'content-length': 100 }, '{"cardBrand"'],
  ['a chunked body', 'POST /api/quote', { ...json, 'transfer-encoding': 'chunked' }, '5\r\n{"car'],
  ['a body of an address that is not there', 'POST /api/nothing', { ...json, 'content-length': 100 }, '{'],
] as const)('%s that stops coming is cut off', async (_, line, headers, begin) => {
  await using app = await createTestApp({}, { limits: shortBody })
  const { host } = await listening(app)
  const slow = await rawConnection(host)
  slow.write(requestHead(line, headers) + begin)
  const [status] = statusesOf(await slow.closed)
  expect([408, 404]).toContain(status)
})

test('a stalled upload gets 408 and leaves nothing, a slow one succeeds', async () => {
  await using app = await createTestApp({}, { limits: shortBody })
  const { host } = await listening(app)
  const customer = await app.customer()
  const form = multipart({}, [{ name: 'front.png', bytes: aPhotoOf(20_000), field: 'file' }])
  const headers = { 'content-length': form.payload.length }

  const stopped = await rawConnection(host)
  stopped.write(uploadHead(customer, form, headers))
  stopped.write(form.payload.subarray(0, 5_000))
  // Twice the minimum rate of a body: no total time limit aborts 20 kB in two seconds.
  const honest = await rawConnection(host)
  honest.write(uploadHead(customer, form, { ...headers, connection: 'close' }))
  drip(honest, form.payload, 500, 50)
  // A small chunk from time to time is not enough.
  const pretender = await rawConnection(host)
  pretender.write(uploadHead(customer, form, headers))
  drip(pretender, form.payload, 10, 50)

  expect(statusesOf(await stopped.closed)).toEqual([408])
  expect(statusesOf(await pretender.closed)).toEqual([408])
  expect(statusesOf(await honest.closed)).toEqual([201])
  // The photo and its rendition.
  expect(app.storage.objects.size).toBe(2)
})

test('cuts off no upload because the server itself pauses', async () => {
  await using app = await createTestApp({}, { limits: shortBody })
  const { host } = await listening(app)
  const customer = await app.customer()
  const form = multipart({}, [{ name: 'front.png', bytes: aPhotoOf(20_000), field: 'file' }])
  const upload = await rawConnection(host)
  upload.write(uploadHead(customer, form, { 'content-length': form.payload.length, connection: 'close' }))
  const { payload } = form
  const pieces = [payload.subarray(0, 8_000), payload.subarray(8_000, 16_000), payload.subarray(16_000)]
  const pauseTwiceAndWrite = (pauses: number) => {
    const end = performance.now() + 1.5 * shortBody.slowBodyMs
    while (performance.now() < end);
    if (pauses % 2 === 0) upload.write(pieces.shift() ?? '')
    if (pieces.length > 0) setImmediate(pauseTwiceAndWrite, pauses + 1)
  }
  app.server.server.once('request', () => setImmediate(pauseTwiceAndWrite, 1))
  expect(statusesOf(await upload.closed)).toEqual([201])
})

test('does not time out a body that the server has not read', async () => {
  await using app = await createTestApp({}, { limits: shortBody })
  const { host } = await listening(app)
  const customer = await app.customer()
  const form = multipart({}, [{ name: 'front.png', bytes: aPhotoOf(2_000_000), field: 'file' }])
  const write = app.ctx.storage.write
  let begin = () => {}
  const slowDisk = new Promise<void>((resolve) => {
    begin = resolve
  })
  app.ctx.storage.write = async (key, chunks) => {
    await slowDisk
    return write(key, chunks)
  }
  const upload = await rawConnection(host)
  upload.write(uploadHead(customer, form, { 'content-length': form.payload.length, connection: 'close' }))
  upload.write(form.payload)
  setTimeout(begin, 3 * shortBody.slowBodyMs)
  expect(statusesOf(await upload.closed)).toEqual([201])
})

test('rejects a head that is too large or has too many fields', async ({ host }) => {
  const large = await rawConnection(host)
  large.write(requestHead('GET /api/health', { 'x-large': 'x'.repeat(17 * 1024) }))
  expect(statusesOf(await large.closed)).toEqual([431])

  const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`x-${at}`, '1']))
  const refused = await rawConnection(host)
  refused.write(requestHead('GET /api/health', { ...many, connection: 'close' }))
  expect(await refused.closed).toMatch(/400 [\s\S]*too many headers/)
})

test('closes a connection after its last allowed request', async () => {
  await using app = await createTestApp({}, { limits: { requestsPerSocket: 3 } })
  const { host } = await listening(app)
  const connection = await rawConnection(host)
  for (let at = 1; at <= 3; at++) {
    connection.write(requestHead('GET /api/health'))
    await connection.received(new RegExp(`(HTTP/1.1 200 [\\s\\S]*){${at}}\\{"ok":true\\}$`))
  }
  const text = await connection.closed
  expect(statusesOf(text)).toEqual([200, 200, 200])
  expect(text.match(/connection: close/gi)).toHaveLength(1)
})

test('malformed HTTP gets 400 with our headers', async ({ host }) => {
  for (const text of [
    '\0\0\0\0\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'NOTHING\r\n\r\n',
    `${requestHead('GET /', { 'x y': '1' })}`,
  ]) {
    const connection = await rawConnection(host)
    connection.write(text)
    const answer = await connection.closed
    expect(statusesOf(answer)).toEqual([400])
    expect(answer).toMatch(/x-content-type-options: nosniff/)
  }
})

test('writes no error into the middle of a response', async ({ host }) => {
  const connection = await rawConnection(host)
  connection.write(requestHead('POST /api/quote', { ...json, 'transfer-encoding': 'chunked' }))
  connection.write(`${quote.length.toString(16)}\r\n${quote}\r\nZZ\r\n`)
  expect(statusesOf(await connection.closed)).toEqual([400])
})
