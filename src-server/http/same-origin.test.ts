import { expect, test } from 'vitest'
import { multipart } from '../test-support/factories.ts'
import { createTestApp, type Person, type RequestOptions, type TestApp } from '../test-support/test-app.ts'

const host = 'cards.example:3000'
const own = `http://${host}`
type Headers = Record<string, string>

const foreign: Headers[] = [
  { origin: 'http://evil.example' },
  { origin: 'null' },
  { origin: 'not an address' },
  { origin: 'http://cards.example' },
  { origin: `file://${host.split(':')[0]}` },
  { origin: `ftp://${host}` },
  { origin: `${own}/` },
  { origin: 'http://cards.example:3000.evil.example' },
  { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: own, 'sec-fetch-site': 'cross-site' },
  { origin: own, 'sec-fetch-site': 'same-site' },
  { origin: own, 'sec-fetch-site': 'nonsense' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]
const ours: Headers[] = [
  {},
  { origin: own },
  { origin: own, 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
]

/** Sign-out requests as another site's page can make them. */
const signOuts: Readonly<Record<string, RequestOptions & { url: string }>> = {
  'a REST post': { url: '/api/auth/sign-out' },
  'a tRPC post': { url: '/trpc/account.signOut', body: {} },
  'a tRPC batch': { url: '/trpc/account.signOut,account.signOut?batch=1', body: { 0: {}, 1: {} } },
  'a multipart form to tRPC': { url: '/trpc/account.signOut', ...multipart({ a: 'b' }, []) },
  'a plain text form to tRPC': {
    url: '/trpc/account.signOut',
    payload: '{}',
    headers: { 'content-type': 'text/plain' },
  },
}

async function ask(app: TestApp, as: Person, way: string, headers: Headers) {
  const { url, ...options }: RequestOptions & { url: string } = signOuts[way] ?? { url: '' }
  return app.request('POST', url, { ...options, as, headers: { host, ...options.headers, ...headers } })
}

const isSignedIn = async (app: TestApp, as: Person) =>
  (await app.request('GET', '/api/user/transactions', { as })).statusCode === 200

const isTrpc = (way: string) => signOuts[way]?.url.startsWith('/trpc/')
const forbidden = { code: 'forbidden', requestId: expect.any(String) }

test.each(Object.keys(signOuts))('rejects %s of another site before anything runs', async (way) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  for (const headers of foreign) {
    const response = await ask(app, customer, way, headers)
    expect([headers, response.statusCode]).toEqual([headers, 403])
    expect(response.json()).toMatchObject(isTrpc(way) ? { error: { data: forbidden } } : forbidden)
    expect(response.cookies).toEqual([])
  }
  expect(await isSignedIn(app, customer)).toBe(true)
})

test.each(['a REST post', 'a tRPC post', 'a tRPC batch'])(
  'accepts %s of our own pages and of programs',
  async (way) => {
    await using app = await createTestApp()
    for (const headers of ours) {
      const customer = await app.customer()
      const response = await ask(app, customer, way, headers)
      expect([headers, response.statusCode]).toEqual([headers, 200])
      expect(await isSignedIn(app, customer)).toBe(false)
    }
  },
)

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'checks the origin of %s on every path, unknown ones included',
  async (method) => {
    await using app = await createTestApp()
    for (const url of ['/', '/api/nothing', '/api/uploads/none', '/trpc/admin.submissions.setStatus', '/trpc']) {
      const headers = { host, origin: 'http://evil.example' }
      expect([url, (await app.request(method, url, { headers })).statusCode]).toEqual([url, 403])
    }
  },
)

test('allows cross-site GET navigations, which change nothing', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const headers = { host, origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await app.request('GET', '/api/health', { headers })).statusCode).toBe(200)
  const change = await app.request('GET', '/trpc/account.signOut?input={}', { as: customer, headers })
  expect(change.statusCode).toBeGreaterThanOrEqual(400)
  expect(await isSignedIn(app, customer)).toBe(true)
})

test('no response allows another origin to read it', async () => {
  await using app = await createTestApp()
  for (const method of ['GET', 'OPTIONS']) {
    const headers = { host, origin: 'http://evil.example', 'access-control-request-method': 'POST' }
    const response = await app.request(method, '/api/health', { headers })
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('with PUBLIC_URL only its origin is accepted, whatever the Host header', async () => {
  await using app = await createTestApp({ PUBLIC_URL: 'https://cards.example' })
  const statusOf = async (origin: string) =>
    (await app.request('POST', '/api/auth/sign-out', { headers: { host: '127.0.0.1:3000', origin } })).statusCode
  expect(await statusOf('https://cards.example')).toBe(200)
  for (const origin of ['http://cards.example', 'https://cards.example:8443', 'http://127.0.0.1:3000', 'null'])
    expect([origin, await statusOf(origin)]).toEqual([origin, 403])
})
