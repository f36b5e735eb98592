import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { rawConnection, requestHead, sendRaw, statusesOf } from '../../testing/test-support/raw-http.ts'
import { listening } from '../../testing/test-support/socket-page.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

/** Zero bytes, as HTTP clients, proxies and tunnels frame them. */

let app: TestApp
let host: string
let customer: Person
beforeAll(async () => {
  app = await createTestApp()
  host = (await listening(app)).host
  customer = await app.customer()
})
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
