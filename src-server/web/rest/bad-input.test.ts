import { afterAll, expect } from 'vitest'
import { test } from '../../testing/test-support/app-test.ts'
import { aPhoto, aSubmission, multipart, submitFields } from '../../testing/test-support/factories.ts'
import { jsonBodies } from '../../testing/test-support/json-bodies.ts'
import { aStaffLink } from '../../testing/test-support/staff-links.ts'
import { createTestApp, type RequestOptions } from '../../testing/test-support/test-app.ts'

const app = await createTestApp()
afterAll(() => app[Symbol.asyncDispose]())
const [customer, staff] = [await app.customer(), await app.staff()]
/** A customer who is also staff, so that no call is denied for its caller. */
const customerAndStaff = { ...customer, cookie: `${customer.cookie}; ${staff.cookie}` }
await aStaffLink(app, staff, customer)
const submissionId = await aSubmission(app, customer)

const forms = ['POST /api/admin/submissions/:id/evidence', 'POST /api/uploads', 'POST /api/submit']
/** Forms that can be JSON, too. */
const orForms = ['POST /api/admin/chat/reply', 'POST /api/admin/submissions/:id/problems']
const jsonCalls = Object.keys(jsonBodies)

let tables: string[] | undefined

async function everything(): Promise<string> {
  const { db } = app.ctx
  tables ??= (await db.introspection.getTables()).map(({ name }) => name)
  const rows = await Promise.all(
    tables.map((name) =>
      db
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    ),
  )
  return JSON.stringify([rows, [...app.storage.objects.keys()]])
}

/** Sends invalid input: the error has our own message, leaks nothing and changes nothing. */
async function expectRefused(call: string, options: RequestOptions): Promise<{ status: number; message: string }> {
  const [method = '', url = ''] = call.split(' ')
  const before = await everything()
  const response = await app.request(method, url.replace(':id', submissionId).replace(':name', 'reviews'), {
    as: customerAndStaff,
    ...options,
  })
  const sent = options.payload ?? JSON.stringify(options.body)
  expect(response.statusCode, `${call} ${String(sent).slice(0, 200)}`).toBeGreaterThanOrEqual(400)
  expect(response.statusCode, `${call} ${String(sent).slice(0, 200)}: ${response.body}`).toBeLessThan(500)
  const answer = response.json()
  expect(answer).toMatchObject({ message: expect.stringMatching(/\w/), code: expect.any(String) })
  expect(answer.requestId).toEqual(expect.stringMatching(/\w/))
  expect(response.body).not.toMatch(
    / at \/|node_modules|select .* from|SQLITE|\/work|src-server|\\n|FST_|Invalid input/i,
  )
  expect(response.cookies).toEqual([])
  expect(await everything()).toBe(before)
  return { status: response.statusCode, message: answer.message }
}

test.each(jsonCalls)('%s rejects a missing field', async (call) => {
  await expectRefused(call, { body: {} })
  for (const field of Object.keys(jsonBodies[call] ?? {})) {
    const { [field]: _, ...rest } = jsonBodies[call] ?? {}
    expect((await expectRefused(call, { body: rest })).status).toBe(400)
  }
})

test.each(jsonCalls)('%s rejects a field of another type', async (call) => {
  for (const [field, value] of Object.entries(jsonBodies[call] ?? {}))
    for (const wrong of [
      null,
      // A bank account may have no payment method.
      ...(field === 'methods' ? [] : [[]]),
      [value],
      {},
      typeof value === 'boolean' ? 'no' : true,
      typeof value === 'string' ? 5 : '100',
    ])
      expect((await expectRefused(call, { body: { ...jsonBodies[call], [field]: wrong } })).status).toBe(400)
})

test.each(jsonCalls)('%s rejects a body that is no object', async (call) => {
  for (const body of [null, [], [jsonBodies[call]], 'text', 5, true])
    expect((await expectRefused(call, { body })).status).toBe(400)
})

/** Each of its fields is optional, and zero bytes are no body. */
const needsNoBody = ['POST /api/user/transactions/:id/quote-again']

test.each(jsonCalls)('%s rejects an unreadable body', async (call) => {
  const json = { 'content-type': 'application/json' }
  const unreadable = ['{"a":', '{a:1}', '{"__proto__":{"isAdmin":true}}', '\0', Buffer.from([0xff, 0xfe])]
  for (const payload of needsNoBody.includes(call) ? unreadable : [...unreadable, ''])
    expect((await expectRefused(call, { payload, headers: json })).status).toBe(400)
  const payload = JSON.stringify(jsonBodies[call])
  const types = {
    'text/plain': 400,
    // Only these may also be a form with files.
    'multipart/form-data': orForms.includes(call) ? 400 : 415,
    'application/x-www-form-urlencoded': 415,
    'application/xml': 415,
    nonsense: 415,
  }
  for (const [type, expected] of Object.entries(types)) {
    const { status } = await expectRefused(call, { payload, headers: { 'content-type': type } })
    expect([type, status]).toEqual([type, expected])
  }
})

test.each(jsonCalls)('%s rejects a body that is too large', async (call) => {
  const answer = await expectRefused(call, {
    body: { ...jsonBodies[call], more: 'x'.repeat(call.includes('statement') ? 3_200_000 : 70_000) },
  })
  expect(answer).toEqual({ status: 413, message: 'The request is too large.' })
})

test.each([
  [{}],
  [{ cardBrand: 'no-such-brand', cardValue: 100 }],
  [{ cardBrand: '__proto__', cardValue: 100 }],
  [{ cardBrand: 'apple', cardValue: '100' }],
  [{ cardBrand: 'apple', cardValue: -5 }],
  [{ cardBrand: 'apple', cardValue: 10.005 }],
  [[]],
  [null],
])('rejects a quote of %j with the specified message', async (body) => {
  const { message } = await expectRefused('POST /api/quote', { body })
  expect(message).toBe('Please select a card type and enter a valid amount.')
})

test.each(forms)('%s rejects anything but a form', async (call) => {
  for (const body of [{}, [], null, { files: ['x'] }]) expect((await expectRefused(call, { body })).status).toBe(415)
  const { status } = await expectRefused(call, { payload: 'a=b', headers: { 'content-type': 'text/plain' } })
  expect(status).toBe(415)
})

test.each(forms)('%s rejects a broken form', async (call) => {
  const { payload, headers } = multipart(submitFields(), [{ name: 'front.png', bytes: aPhoto() }])
  const type = 'multipart/form-data'
  const atFile = payload.indexOf('filename=')
  const lengths = [10, atFile - 5, atFile + 4, atFile + 60, payload.length - 500, payload.length - 60]
  for (const length of lengths)
    expect((await expectRefused(call, { payload: payload.subarray(0, length), headers })).status).toBe(400)
  for (const contentType of [type, `${type}; boundary=`, `${type}; boundary=another`])
    await expectRefused(call, { payload, headers: { 'content-type': contentType } })
  await expectRefused(call, { payload: '', headers })
})

test.each(forms)('%s rejects a form without a file', async (call) => {
  expect((await expectRefused(call, multipart(submitFields(), []))).status).toBe(400)
  await expectRefused(call, multipart({}, []))
})

test('rejects a whole submission with an invalid field, too many files or an invalid file', async () => {
  const photo = { name: 'front.png', bytes: aPhoto() }
  const send = (changes: Record<string, string>, files = [photo]) =>
    expectRefused('POST /api/submit', multipart(submitFields(changes), files))
  expect((await send({ cardValue: 'much' })).message).toBe('cardValue must be a number.')
  expect((await send({ cardBrand: 'no-such-brand' })).status).toBe(400)
  expect((await send({ cardCondition: 'shiny' })).status).toBe(400)
  expect((await send({ cardNumber: '' })).message).toBe('Gift card number is required')
  expect((await send({ additionalInfo: 'x'.repeat(1001) })).status).toBe(400)
  expect((await send({ payoutAmount: '99.00' })).status).toBe(409)
  const eleven = Array.from({ length: 11 }, (_, at) => ({ name: `${at}.png`, bytes: aPhoto() }))
  expect((await send({}, eleven)).status).toBe(413)
  const text = { name: 'notes.png', bytes: Buffer.from('just text') }
  expect((await send({}, [photo, text])).status).toBe(415)
  const big = { name: 'big.png', bytes: Buffer.concat([aPhoto(), Buffer.alloc(10 * 1024 * 1024)]) }
  expect((await send({}, [photo, big])).status).toBe(413)
}, 20_000)

test('rejects undecodable and unknown URLs with our own error', async () => {
  for (const [url, status] of [
    ['/api/files/%zz', 400],
    ['/api/files/%c0%ae', 400],
    ['/api/nothing', 404],
    ['/api/', 404],
    [`/api/files/${'x'.repeat(2_000)}`, 400],
    ['/api/user/transactions?email=a&email=b', 400],
  ] as const)
    expect([url, (await expectRefused(`GET ${url}`, {})).status]).toEqual([url, status])
  expect((await expectRefused('PUT /api/quote', { body: {} })).status).toBe(404)
})

test.each([
  ['a procedure that is not there', 'GET', '/trpc/admin.nothing', {}, 404],
  ['a mutation by GET', 'GET', '/trpc/exchange.quote?input={}', {}, 400],
  ['an input that is no JSON', 'GET', '/trpc/admin.submissions.list?input={', {}, 400],
  ['a body that is no JSON', 'POST', '/trpc/exchange.quote', { payload: '{' }, 400],
  ['a body of another type', 'POST', '/trpc/exchange.quote', { body: [null] }, 400],
  ['a name of every object', 'GET', '/trpc/__proto__', {}, 404],
] as const)('tRPC with %s returns our own error', async (_, method, url, options, status) => {
  const before = await everything()
  const headers = { 'content-type': 'application/json' }
  const response = await app.request(method, url, { as: customerAndStaff, ...options, headers })
  expect(response.body).not.toMatch(/ at \/|node_modules|SQLITE|\/work|src-server|"stack"/)
  const { error } = response.json()
  expect(error).toMatchObject({ message: expect.stringMatching(/\w/), data: { code: expect.any(String) } })
  expect(error.data.requestId).toEqual(expect.stringMatching(/\w/))
  expect(error.data.httpStatus).toBe(status)
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(response.statusCode).toBeLessThan(500)
  expect(await everything()).toBe(before)
})

test('rejects a batch of more than 10 calls', async () => {
  const before = await everything()
  const calls = Array.from({ length: 11 }, () => 'account.signOut').join(',')
  const response = await app.request('POST', `/trpc/${calls}?batch=1`, { as: customerAndStaff, body: {} })
  expect(response.statusCode).toBe(400)
  expect(await everything()).toBe(before)
})

test('a response that fails its schema is an internal error without details', async ({ app: own, customer }) => {
  await aSubmission(own, customer)
  await own.ctx.db
    .updateTable('submissions')
    .set({ status: 'lost' as never })
    .execute()
  for (const url of ['/api/user/transactions', '/trpc/transactions.list']) {
    const response = await own.request('GET', url, { as: customer })
    expect([url, response.statusCode]).toEqual([url, 500])
    expect(response.body).toContain('Something went wrong on our side. Please try again.')
    expect(response.body).not.toMatch(/lost|status"|option/)
  }
  expect(own.log()).toContain('"level":50')
})
