import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitOf } from '../../platform/rate-limits/rate-limit-config.ts'
import { aPhoto, multipart, submitFields } from '../../testing/test-support/factories.ts'
import { sendRaw } from '../../testing/test-support/raw-http.ts'
import { listening } from '../../testing/test-support/socket-page.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

const { max } = limitOf('uploadBytes')

let app: TestApp
let dana: Person
let host: string
beforeEach(async () => {
  app = await createTestApp({ LIMITS: 'on' })
  host = (await listening(app)).host
  dana = await app.customer()
})
afterEach(() => app[Symbol.asyncDispose]())

/** Sends a form in chunks, without a length. */
async function send(
  url: string,
  { payload, headers }: ReturnType<typeof multipart>,
  more: Record<string, string> = {},
) {
  const all = { cookie: dana.cookie, ...headers, ...more }
  const { status, body } = await sendRaw(host, `POST ${url}`, { headers: all, body: payload, chunkBytes: 1_000 })
  return { status, ...JSON.parse(body) }
}
const anOrder = (changes: Record<string, string> = {}) => multipart(submitFields(changes), [photo()])
const photo = (bytes = aPhoto()) => ({ name: 'front.png', bytes })

async function countedBytes(): Promise<number> {
  const counts = app.ctx.db.selectFrom('limit_counts').select('hits').where('key', 'like', 'uploadBytes:%')
  return (await counts.executeTakeFirst())?.hits ?? 0
}
const leave = (bytes: number) =>
  app.ctx.limits.consume([{ limit: 'uploadBytes', subject: dana.id, amount: max - bytes }])

test.each(['/api/submit', '/api/uploads'])('a chunked body to %s counts the bytes that it has', async (url) => {
  const form = anOrder()
  expect((await send(url, form)).status).toBeLessThan(300)
  // The end of the form follows the file that is stored.
  const uncounted = url === '/api/uploads' ? 100 : 0
  expect(await countedBytes()).toBeLessThanOrEqual(form.payload.length)
  expect(await countedBytes()).toBeGreaterThanOrEqual(form.payload.length - uncounted)
})

test('ten orders at once in chunks are within the limit of a day', async () => {
  const orders = Array.from({ length: 10 }, (_, at) => anOrder({ cardNumber: `X2MW 9QP4 7TLZ ${6_000 + at}` }))
  const sent = await Promise.all(orders.map((form) => send('/api/submit', form)))
  expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(await countedBytes()).toBe(orders.reduce((sum, { payload }) => sum + payload.length, 0))
})

test.each(['/api/submit', '/api/uploads'])('a chunked body to %s beyond the limit leaves nothing', async (url) => {
  const form = anOrder()
  await leave(form.payload.length - 200)
  const refused = await send(url, form)
  expect([refused.status, refused.message]).toEqual([
    429,
    'You have uploaded 500 MB within a day. Please wait 24 hours and try again.',
  ])
  expect(app.storage.objects.size).toBe(0)
  expect(await app.ctx.db.selectFrom('files').select('id').execute()).toEqual([])
  expect(await countedBytes()).toBe(max - form.payload.length + 200)
  const orders = app.ctx.db.selectFrom('limit_counts').select('hits').where('key', 'like', 'submitDay:%')
  expect((await orders.executeTakeFirst())?.hits ?? 0).toBe(0)
})

test('a chunked body that just fits is accepted, and the next one is refused', async () => {
  const form = anOrder()
  await leave(form.payload.length)
  expect((await send('/api/submit', form)).status).toBe(200)
  expect(await countedBytes()).toBe(max)
  expect((await send('/api/uploads', multipart({}, [photo()]))).status).toBe(429)
})

test.each([
  ['an order without its number', '/api/submit', () => anOrder({ cardNumber: '' }), 400],
  ['a form that ends early', '/api/submit', () => ({ ...anOrder(), payload: anOrder().payload.subarray(0, -60) }), 400],
  ['a file that is no photo', '/api/uploads', () => multipart({}, [photo(Buffer.from('text'))]), 415],
  ['a form of another type', '/api/submit', () => ({ ...anOrder(), headers: { 'content-type': 'text/plain' } }), 415],
])('the bytes of %s are given back', async (_, url, form, status) => {
  expect((await send(url, form())).status).toBe(status)
  expect(await countedBytes()).toBe(0)
})

test('the bytes of a repeated order are given back', async () => {
  const form = anOrder()
  const key = { 'idempotency-key': 'one-order-of-dana' }
  const first = await send('/api/submit', form, key)
  expect(await send('/api/submit', form, key)).toEqual(first)
  expect(await countedBytes()).toBe(form.payload.length)
})
