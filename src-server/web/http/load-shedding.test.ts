import { expect } from 'vitest'
import { storageFull } from '../../platform/storage/disk-space.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { anUpload, aPhoto, aSubmitInput, multipart, submitFields } from '../../testing/test-support/factories.ts'
import { rawConnection, requestHead, statusesOf } from '../../testing/test-support/raw-http.ts'
import { listening } from '../../testing/test-support/socket-page.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { watchOverload } from './load-shedding.ts'
import { httpLimits } from './server-limits.ts'

const form = (field = 'file') => multipart({}, [{ name: 'front.png', bytes: aPhoto(), field }])
/** Timers have their turn. */
const aTurn = () => new Promise((resolve) => setImmediate(resolve))
const quote = { body: { cardBrand: 'apple', cardValue: 100 } }

test('reports overload after two late checks in a row and recovers by itself', () => {
  let delay = 0
  const loadShedding = watchOverload(httpLimits, { read: () => delay, stop: () => undefined })
  const looks = [600, 100, 600, 700, 800, 20].map((ms) => {
    delay = ms
    loadShedding.check()
    return loadShedding.isOverloaded()
  })
  loadShedding.stop()
  expect(looks).toEqual([false, false, false, true, true, false])
})

test('samples the event loop delay only while the loop is busy', async () => {
  const loadShedding = watchOverload(httpLimits)
  /** Three turns that take 60 ms each. */
  const work = async () => {
    for (let turn = 0; turn < 3; turn++)
      await new Promise<void>((resolve) =>
        setTimeout(() => {
          const end = performance.now() + 60
          while (performance.now() < end);
          resolve()
        }),
      )
    loadShedding.check()
  }
  await work()
  await work()
  loadShedding.stop()
  expect(loadShedding.lagSeconds()).toBeGreaterThan(0.01)
})

test('overload rejects calls but not health checks, pages and sign-outs', async () => {
  const delay = { ms: 0, read: () => delay.ms, stop: () => undefined }
  await using app = await createTestApp({}, { delay, limits: { lateCheckMs: 5 } })
  const customer = await app.customer()
  const statusOf = async (method: string, url: string, options = {}) =>
    (await app.request(method, url, { as: customer, ...options })).statusCode
  delay.ms = 10_000
  while ((await statusOf('POST', '/api/quote', quote)) === 200) await aTurn()
  const refused = await app.request('POST', '/api/quote', quote)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  expect(refused.json()).toMatchObject({ code: 'unavailable', message: expect.any(String) })
  expect(await statusOf('GET', '/trpc/account.session')).toBe(503)
  expect(await statusOf('GET', '/%74rpc/account.session')).toBe(503)
  expect(await statusOf('POST', '/%61pi/quote', quote)).toBe(503)
  expect(await statusOf('GET', '/api/health')).toBe(200)
  expect(await statusOf('GET', '/api/ready')).toBe(200)
  expect(await statusOf('POST', '/api/auth/sign-out')).toBe(200)
  delay.ms = 0
  while ((await statusOf('POST', '/api/quote', quote)) === 503) await aTurn()
  expect(await statusOf('POST', '/api/quote', quote)).toBe(200)
})

test('rejects uploads beyond the limit before reading their body, and accepts them later', async () => {
  await using app = await createTestApp({ METRICS_PORT: '9464' }, { limits: { formsAtOnce: 2 } })
  const { host } = await listening(app)
  const customer = await app.customer()
  const { payload, headers } = form()
  const head = requestHead('POST /api/uploads', {
    cookie: customer.cookie,
    ...headers,
    'content-length': payload.length,
    connection: 'close',
  })
  const [first, second] = [await rawConnection(host), await rawConnection(host)]
  first.write(head)
  second.write(head)
  while (!/^gce_uploads_in_progress 2$/m.test((await app.metrics?.text()) ?? '')) await aTurn()
  const third = await rawConnection(host)
  third.write(head)
  const refused = await third.received(/\r\n\r\n\{.*\}/)
  third.socket.destroy()
  expect(statusesOf(refused)).toEqual([503])
  expect(refused).toMatch(/retry-after: 5/)
  first.write(payload)
  second.socket.destroy()
  expect(statusesOf(await first.closed)).toEqual([201])
  await second.closed
  expect((await app.request('POST', '/api/uploads', { as: customer, ...form() })).statusCode).toBe(201)
})

test('limits the concurrent uploads of one person', async () => {
  await using app = await createTestApp({}, { limits: { formsOfOnePerson: 1 } })
  const { host } = await listening(app)
  const [customer, other] = [await app.customer(), await app.customer()]
  const { payload, headers } = form()
  const begin = async ({ cookie }: { cookie: string }) => {
    const connection = await rawConnection(host)
    const length = { 'content-length': payload.length, connection: 'close' }
    connection.write(requestHead('POST /api/uploads', { cookie, ...headers, ...length }))
    // A part of the body, so that both uploads are at the same point.
    connection.write(payload.subarray(0, 20))
    return connection
  }
  const [first, second] = [await begin(customer), await begin(customer)]
  const refused = await Promise.race([first, second].map((each) => each.received(/\r\n\r\n\{.*\}/)))
  expect(statusesOf(refused)).toEqual([429])
  const others = await begin(other)
  others.write(payload.subarray(20))
  expect(statusesOf(await others.closed)).toEqual([201])
  for (const { socket } of [first, second]) socket.destroy()
})

test('rejects a body that is too large by its declared length, or while it arrives', async ({ app, host }) => {
  const customer = await app.customer()
  const declared = await rawConnection(host)
  const { headers } = form()
  declared.write(
    requestHead('POST /api/uploads', { cookie: customer.cookie, ...headers, 'content-length': 62 * 1024 * 1024 }),
  )
  expect(statusesOf(await declared.received(/\r\n\r\n\{.*\}/))).toEqual([413])
  declared.socket.destroy()

  const endless = await rawConnection(host)
  const chunked = { ...headers, 'transfer-encoding': 'chunked', connection: 'close' }
  endless.write(requestHead('POST /api/submit', { cookie: customer.cookie, ...chunked }))
  // A preamble is no part, so no limit of the parser counts it.
  const piece = Buffer.from(`100000\r\n${'x'.repeat(0x100000)}\r\n`)
  for (let sent = 0; sent < 64 && !endless.socket.destroyed; sent++)
    await new Promise((resolve) => endless.socket.write(piece, resolve))
  expect(statusesOf(await endless.received(/\r\n\r\n\{.*\}/))).toEqual([413])
  endless.socket.destroy()
  expect(app.storage.objects.size).toBe(0)
})

test('rejects uploads and submissions on a nearly full disk, and nothing else', async () => {
  let isLow = false
  await using app = await createTestApp({}, { disk: { isLow: () => isLow, rejection: storageFull } })
  const customer = await app.customer()
  const fileIds = [await anUpload(app, customer)]
  isLow = true
  const upload = multipart(submitFields(), [{ name: 'front.png', bytes: aPhoto() }])
  for (const [url, options] of [
    ['/api/uploads', form()],
    ['/api/submit', upload],
    ['/trpc/exchange.submit', { body: aSubmitInput({ fileIds }) }],
  ] as const) {
    const refused = await app.request('POST', url, { as: customer, ...options })
    expect([url, refused.statusCode, refused.headers['retry-after']]).toEqual([url, 507, '300'])
  }
  expect((await app.request('GET', '/api/ready')).statusCode).toBe(503)
  expect((await app.request('GET', '/api/health')).statusCode).toBe(200)
  expect((await app.request('GET', '/api/user/transactions', { as: customer })).json()).toEqual([])
  await app.signInAgain(customer)
  isLow = false
  expect((await app.request('POST', '/api/submit', { as: customer, ...upload })).statusCode).toBe(200)
})
