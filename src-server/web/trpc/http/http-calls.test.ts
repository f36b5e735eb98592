import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { rawConnection, requestHead, statusesOf } from '../../../testing/test-support/raw-http.ts'
import { listening } from '../../../testing/test-support/socket-page.ts'
import { createTestApp, customerPassword } from '../../../testing/test-support/test-app.ts'
import { procedures } from '../procedures.ts'
import { readJsonCalls } from './http-calls.ts'

const app = await createTestApp()
const host = (await listening(app)).host
const customer = await app.customer()
afterAll(() => app[Symbol.asyncDispose]())

const pathsOf = (wanted: string) => Object.keys(procedures).filter((path) => procedures[path]?.type === wanted)

/** A request for these procedures, as far as it is read before it is answered. */
function requestOf(method: string, path: string, search: string): FastifyRequest {
  const headers = { host: 'localhost', 'content-type': 'application/json' }
  return {
    method,
    headers,
    params: { path },
    raw: { url: `/trpc/${path}${search}` },
    body: '{}',
  } as unknown as FastifyRequest
}

test('only GET calls a query, and only POST a mutation, alone and in a batch', () => {
  const [queries, mutations] = [pathsOf('query'), pathsOf('mutation')]
  expect([queries.length > 20, mutations.length > 50]).toEqual([true, true])
  const [query = '', mutation = ''] = [queries[0], mutations[0]]
  const reads = (method: string, path: string, search = '') => readJsonCalls(requestOf(method, path, search))
  for (const path of queries) {
    expect([path, reads('GET', path)?.calls.map((call) => call.path)]).toEqual([path, [path]])
    expect([path, reads('POST', path)]).toEqual([path, undefined])
    expect([path, reads('POST', `${mutation},${path}`, '?batch=1')]).toEqual([path, undefined])
  }
  for (const path of mutations) {
    expect([path, reads('POST', path)?.calls.map((call) => call.path)]).toEqual([path, [path]])
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect([method, path, reads(method, path)]).toEqual([method, path, undefined])
    expect([path, reads('GET', `${query},${path}`, '?batch=1')]).toEqual([path, undefined])
  }
})

const methods = async () => (await customer.api.account.paymentMethods()).length
const chat = () => customer.api.chat.mySession()
const isSignedIn = async () => (await app.request('GET', '/api/user/transactions', { as: customer })).statusCode === 200

test.each<[path: string, input: unknown, state: () => Promise<unknown>]>([
  [
    'account.addPaymentMethod',
    { method: { type: 'zelle', details: '555-010-0199' }, currentPassword: customerPassword },
    methods,
  ],
  ['chat.send', { subject: 'My payout', message: 'When?' }, chat],
  ['account.signOut', undefined, isSignedIn],
])('%s changes nothing by a method that is safe', async (path, input, state) => {
  const before = await state()
  const one = input === undefined ? '' : `&input=${encodeURIComponent(JSON.stringify(input))}`
  const many = `&input=${encodeURIComponent(JSON.stringify({ 0: input, 1: input }))}`
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    for (const url of [`${path}?x${one}`, `${path},${path}?batch=1${many}`, `account.session,${path}?batch=1${many}`]) {
      await app.request(method, `/trpc/${url}`, { as: customer })
      expect([method, url, await state()]).toEqual([method, url, before])
    }
})

/** What a web request reads of a URL. */
function searchOf(search: string) {
  const { searchParams } = new URL(`/trpc/account.session${search}`, 'http://localhost')
  return { isBatch: searchParams.get('batch') === '1', input: searchParams.get('input') }
}
function readSearch(search: string) {
  const calls = readJsonCalls(requestOf('GET', 'account.session', search))
  return calls && { isBatch: calls.isBatch, input: calls.isBatch ? null : (calls.inputOf(0) ?? null) }
}

test.each([
  '?batch=1',
  '??batch=1',
  '???batch=1',
  '?&batch=1',
  '?%3Fbatch=1',
  '?b%61tch=1',
  '?batch=1?',
  '?Batch=1',
  '?',
])('reads the search %s as a web request does', (search) =>
  expect(readSearch(search)?.isBatch).toBe(searchOf(search).isBatch),
)

test('reads any search as a web request does', () => {
  const pieces = fc.constantFrom(
    '?',
    '&',
    '=',
    'batch',
    '1',
    '%3F',
    '%26',
    '+',
    'input',
    '2',
    ';',
    'batch=1',
    'input=2',
  )
  const searches = fc.array(pieces, { maxLength: 8 }).map((each) => `?${each.join('')}`)
  fc.assert(
    fc.property(searches, (search) => {
      const { isBatch, input } = searchOf(search)
      const isNumber = input !== null && /^[12]+$/.test(input)
      fc.pre(isBatch || !input || isNumber)
      expect(readSearch(search)).toEqual({ isBatch, input: isBatch || !isNumber ? null : Number(input) })
    }),
    { numRuns: 2_000, seed: 20_261_125 },
  )
})

test('two quotes of one price have equal answers over REST and tRPC', async () => {
  const body = { cardBrand: 'apple', cardValue: 100 }
  const rest = await app.request('POST', '/api/quote', { body })
  const again = await app.request('POST', '/api/quote', { body })
  const trpc = await app.request('POST', '/trpc/exchange.quote', { body })
  expect(again.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(again.payload).toBe(rest.payload)
  expect(trpc.payload).toBe(`{"result":{"data":${rest.payload}}}`)
})

/** Requests that no web request can stand for, which tRPC's adapter makes of each. */
test.each<[line: string, headers?: Record<string, string>]>([
  ['TRACE /trpc/exchange.quote'],
  ['TRACE /trpc/exchange.quote,exchange.quote?batch=1'],
  ['TRACE /trpc/exchange.nothing'],
  ['PUT http://name:word@localhost/trpc/exchange.quote'],
  ['HEAD /trpc/account.session', { host: 'name@localhost' }],
  ['GET /trpc/exchange.quote', { host: 'name:word@localhost' }],
  ['DELETE /trpc/exchange.quote', { host: 'name:@localhost' }],
  ['OPTIONS /trpc/exchange.quote', { host: 'a b' }],
])('rejects %s %j with words', async (line, headers = {}) => {
  const connection = await rawConnection(host)
  connection.write(requestHead(line, { connection: 'close', 'content-length': 0, ...headers }))
  const answer = await connection.closed
  expect(statusesOf(answer)).toEqual([400])
  if (!line.startsWith('HEAD')) expect(answer).toContain(`"message":"We can't read this request."`)
  expect(app.log()).not.toContain('request failed')
})
