import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, expect } from 'vitest'
import WebSocket from 'ws'
import { limitOf } from '../../platform/rate-limits/rate-limit-config.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { rawConnection, requestHead, sendRaw, statusesOf } from '../../testing/test-support/raw-http.ts'
import { listening } from '../../testing/test-support/socket-page.ts'
import { createTestApp, type Person } from '../../testing/test-support/test-app.ts'
import { clientAddress } from './client-address.ts'

/** Zero bytes, as HTTP clients, proxies and tunnels frame them. */

const app = await createTestApp()
const host = (await listening(app)).host
const customer = await app.customer()
afterAll(() => app[Symbol.asyncDispose]())

const framings: [framing: string, headers: Record<string, string>, chunkBytes?: number][] = [
  ['no type, with a length of 0', {}],
  ['no type, in chunks', {}, 1],
  ['a JSON type, with a length of 0', { 'content-type': 'application/json' }],
  ['a JSON type, in chunks', { 'content-type': 'application/json; charset=utf-8' }, 1],
  ['a type of forms, with a length of 0', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a type of forms, in chunks', { 'content-type': 'application/x-www-form-urlencoded' }, 1],
  ['a text type, in chunks', { 'content-type': 'text/plain' }, 1],
  ['a type of files, in chunks', { 'content-type': 'multipart/form-data; boundary=none' }, 1],
  ['a type that is none, in chunks', { 'content-type': 'none' }, 1],
  ['an empty type, with a length of 0', { 'content-type': '' }],
]

const sendEmpty = (line: string, as: Person, headers: Record<string, string>, chunkBytes?: number) =>
  sendRaw(host, line, {
    headers: { cookie: as.cookie, ...headers },
    body: Buffer.alloc(0),
    ...(chunkBytes && { chunkBytes }),
  })

test.each(framings)('a call that needs no body works with zero bytes, %s', async (_, headers, chunkBytes) => {
  const staff = await app.staff()
  const id = await aSubmission(app, customer)
  const withdrawn = await sendEmpty(`POST /api/user/transactions/${id}/withdraw`, customer, headers, chunkBytes)
  expect([withdrawn.status, withdrawn.body]).toEqual([200, expect.stringContaining('"Withdrawn by the customer."')])
  const upload = await sendEmpty('DELETE /api/uploads/none', customer, headers, chunkBytes)
  expect(upload.status).toBe(404)
  const out = await sendEmpty('POST /api/admin/logout', staff, headers, chunkBytes)
  expect(out.status).toBe(200)
})

test.each(framings)('a call that needs a body is 400 for zero bytes, %s', async (_, headers, chunkBytes) => {
  const staff = await app.staff()
  const lines: [string, Person][] = [
    ['POST /api/quote', customer],
    ['POST /api/submit', customer],
    ['POST /api/uploads', customer],
    ['POST /api/chat/send', customer],
    ['PUT /api/user/transactions/none/photos/none', customer],
    ['PATCH /api/submissions/none/status', staff],
    ['POST /api/admin/chat/reply', staff],
    ['POST /api/visits', customer],
  ]
  for (const [line, as] of lines) {
    const { status, body } = await sendEmpty(line, as, headers, chunkBytes)
    expect([line, status, body]).toEqual([line, 400, expect.stringMatching(/"message":"\w/)])
    expect(body).not.toMatch(/Invalid input|FST_|Body cannot/)
  }
})

test.each(framings.filter(([, { 'content-type': type = 'application/json' }]) => type.startsWith('application/json')))(
  'a tRPC mutation without input works with zero bytes, %s',
  async (_, headers, chunkBytes) => {
    const person = await app.customer()
    const out = await sendEmpty('POST /trpc/account.signOut', person, headers, chunkBytes)
    expect([out.status, out.body]).toEqual([200, expect.stringContaining('"ok":true')])
    const quote = await sendEmpty('POST /trpc/exchange.quote', person, headers, chunkBytes)
    expect(quote).toMatchObject({ status: 400, body: expect.stringContaining('Please select a card type') })
  },
)

test.each([
  ['POST /api/chat/send', 'Please enter a message'],
  ['POST /api/auth/sign-in', 'Please fill in all fields.'],
  ['POST /api/admin/chat/reply', 'An id is required.'],
])('%s without a body answers as with an empty object: %s', async (line, message) => {
  const { cookie } = await app.staff()
  const both = { ...customer, cookie: `${customer.cookie}; ${cookie}` }
  const { status, body } = await sendEmpty(line, both, {})
  expect([status, JSON.parse(body).message]).toEqual([400, message])
})

test('a body in chunks that begins late is read whole', async () => {
  const connection = await rawConnection(host)
  const headers = { connection: 'close', 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  connection.write(requestHead('POST /api/quote', headers))
  // Another connection is answered, so the first one waits for its body.
  expect((await sendRaw(host, 'GET /api/health', { headers: {}, body: Buffer.alloc(0) })).status).toBe(200)
  for (const part of ['{"cardBrand":', '"apple","cardValue":100}'])
    connection.write(`${part.length.toString(16)}\r\n${part}\r\n`)
  connection.write('0\r\n\r\n')
  expect(statusesOf(await connection.closed)).toEqual([200])
})

test('a request whose connection ends before its first byte changes nothing', async () => {
  const id = await aSubmission(app, customer)
  const connection = await rawConnection(host)
  const headers = { cookie: customer.cookie, 'transfer-encoding': 'chunked' }
  connection.write(requestHead(`POST /api/user/transactions/${id}/withdraw`, headers))
  await sendRaw(host, 'GET /api/health', { headers: {}, body: Buffer.alloc(0) })
  connection.socket.destroy()
  await connection.closed
  await sendRaw(host, 'GET /api/health', { headers: {}, body: Buffer.alloc(0) })
  expect(await customer.api.transactions.get({ id })).toMatchObject({ status: 'pending' })
})

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage
const trustProxy = ['127.0.0.1', '10.0.0.0/8']

test.each([
  ['203.0.113.8', '203.0.113.8'],
  ['203.0.113.8:1000', '203.0.113.8'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]:1000', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['198.51.100.1, 203.0.113.8:1000, 10.0.0.1:80', '203.0.113.8'],
  ['203.0.113.8, unknown', '127.0.0.1'],
  ['unknown', '127.0.0.1'],
  ['', '127.0.0.1'],
  ['x'.repeat(5_000), '127.0.0.1'],
  ['[203.0.113.8', '127.0.0.1'],
])('reads X-Forwarded-For: %.60s', (forwarded, address) =>
  expect(clientAddress({ trustProxy }, from('127.0.0.1', forwarded))).toBe(address),
)

test('trusts only the configured proxies', () => {
  expect(clientAddress({ trustProxy }, from('192.0.2.1', '203.0.113.8'))).toBe('192.0.2.1')
  expect(clientAddress({ trustProxy: [] }, from('127.0.0.1', '203.0.113.8'))).toBe('127.0.0.1')
})

test.each([
  ['ports', (at: number) => `203.0.113.8:${1000 + at}`],
  ['ports of IPv6', (at: number) => `[2001:db8::8]:${1000 + at}`],
  ['text', (at: number) => `visitor-${at}`],
])('counts a visitor once when the proxy adds %s', async (_, address) => {
  await using app = await createTestApp({ LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
  const { max } = limitOf('quoteNetwork')
  const quote = (at: number) =>
    app.request('POST', '/api/quote', {
      body: { cardBrand: 'apple', cardValue: 100 },
      headers: { 'x-forwarded-for': address(at) },
    })
  for (let at = 0; at < max; at++) await quote(at)
  expect((await quote(max)).statusCode).toBe(429)
})

/** Spellings of a path that the router decodes. */
const encodings: readonly ((url: string) => string)[] = [
  (url) => url.replace('a', '%61'),
  (url) => url.replace('trpc', '%74rpc'),
  (url) => url.replace('p', '%70'),
  (url) => url.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
]
const notStored = {
  'cache-control': 'no-store',
  'content-security-policy': expect.stringMatching(/^default-src 'none'/),
}

test.each([
  ['', '/api/user/transactions', 200],
  ['', '/trpc/account.session', 200],
  ['', '/api/nothing', 404],
  ['/cash', '/cash/api/user/transactions', 200],
] as const)('at base path "%s" answers of %s are not stored, however it is encoded', async (BASE_PATH, url, status) => {
  await using app = await createTestApp({ BASE_PATH })
  const customer = await app.customer()
  for (const encode of encodings) {
    const { statusCode, headers } = await app.request('GET', encode(url), { as: customer })
    expect([encode(url), statusCode, headers]).toEqual([encode(url), status, expect.objectContaining(notStored)])
  }
})

test('marks API responses no-store for absolute URLs too', async ({ host }) => {
  const connection = await rawConnection(host)
  connection.write(requestHead('GET http://localhost/api/health', { connection: 'close' }))
  const answer = await connection.closed
  expect(statusesOf(answer)).toEqual([200])
  expect(answer).toMatch(/cache-control: no-store/)
})

const person = {
  name: 'Dana Reyes',
  email: 'dana@mail.example',
  phone: '555-010-0100',
  password: 'a-customer-password',
  confirmPassword: 'a-customer-password',
}

test('serves every documented call below the base path only', async () => {
  await using app = await createTestApp({ BASE_PATH: '/cash' })
  const body = { cardBrand: 'apple', cardValue: 100 }
  const quoted = await app.request('POST', '/cash/api/quote', { body })
  expect(quoted.json()).toMatchObject({ payoutAmount: 92 })
  expect(quoted.headers['cache-control']).toBe('no-store')
  expect((await app.request('POST', '/api/quote', { body })).statusCode).toBe(404)
  expect((await app.request('GET', '/cash/trpc/account.session')).statusCode).toBe(200)
})

test('redirects the root of the host to the base path', async () => {
  await using app = await createTestApp({ BASE_PATH: '/cash' })
  const answer = await app.request('GET', '/')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/cash/'])
})

test('limits cookies to the base path, with the matching name prefix under https', async () => {
  await using app = await createTestApp({ BASE_PATH: '/cash' })
  const [cookie] = (await app.request('POST', '/cash/api/auth/sign-up', { body: person })).cookies
  expect(cookie).toMatchObject({ name: 'gce', path: '/cash' })

  await using secure = await createTestApp({ BASE_PATH: '/cash', PUBLIC_URL: 'https://cards.example' })
  const [named] = (await secure.request('POST', '/cash/api/auth/sign-up', { body: person })).cookies
  expect(named).toMatchObject({ name: '__Secure-gce', path: '/cash', secure: true })
})

test('accepts WebSockets below the base path only', async () => {
  await using app = await createTestApp({ BASE_PATH: '/cash' })
  const { host } = await listening(app)
  const [cookie] = (await app.request('POST', '/cash/api/auth/sign-up', { body: person })).cookies
  const connect = (path: string) =>
    new WebSocket(`ws://${host}${path}`, { headers: { cookie: `${cookie?.name}=${cookie?.value}` } })

  const below = connect('/cash/trpc')
  await once(below, 'open')
  below.terminate()
  const [, rejection] = await once(
    connect('/trpc').on('error', () => undefined),
    'unexpected-response',
  )
  expect(rejection.statusCode).toBe(404)
  rejection.destroy()
})
