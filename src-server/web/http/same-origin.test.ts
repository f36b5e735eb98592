import { expect } from 'vitest'
import { test } from '../../testing/test-support/app-test.ts'
import { multipart } from '../../testing/test-support/factories.ts'
import { openRawSocket } from '../../testing/test-support/raw-socket.ts'
import { listening } from '../../testing/test-support/socket-page.ts'
import { createTestApp, type Person, type RequestOptions, type TestApp } from '../../testing/test-support/test-app.ts'

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

test('allows cross-site GET navigations, which change nothing', async ({ app, customer }) => {
  const headers = { host, origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await app.request('GET', '/api/health', { headers })).statusCode).toBe(200)
  const change = await app.request('GET', '/trpc/account.signOut?input={}', { as: customer, headers })
  expect(change.statusCode).toBeGreaterThanOrEqual(400)
  expect(await isSignedIn(app, customer)).toBe(true)
})

test('no response allows another origin to read it', async ({ app }) => {
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

test('the refusal names the address that works', async () => {
  await using app = await createTestApp({ PUBLIC_URL: 'https://cards.example', BASE_PATH: '/cash' })
  await using unnamed = await createTestApp()
  const messageOf = async (app: TestApp, url: string) => {
    const headers = { host: 'www.cards.example', origin: 'https://www.cards.example.org' }
    return (await app.request('POST', url, { headers })).json().message
  }
  expect(await messageOf(app, '/cash/api/auth/sign-out')).toBe(
    "This request didn't come from our own pages. Open https://cards.example/cash/ and try again.",
  )
  expect(await messageOf(unnamed, '/api/auth/sign-out')).toBe("This request didn't come from our own pages.")
})

const warnings = (app: TestApp) =>
  app
    .log()
    .split('\n')
    .filter((line) => line.includes('did not come from our own pages'))
    .map((line) => JSON.parse(line))

test.each<[publicUrl: string | undefined, headers: Headers, reason: string]>([
  ['https://cards.example', { origin: 'http://cards.example' }, 'Origin differs from PUBLIC_URL'],
  ['https://cards.example', { origin: 'https://www.cards.example' }, 'Origin differs from PUBLIC_URL'],
  ['https://cards.example', { origin: 'https://cards.example:8443' }, 'Origin differs from PUBLIC_URL'],
  ['https://cards.example', { origin: 'null' }, 'Origin differs from PUBLIC_URL'],
  [undefined, { origin: 'https://cards.example' }, 'Origin differs from Host, and there is no PUBLIC_URL'],
  [undefined, { origin: 'null', host: '127.0.0.1:3000' }, 'Origin differs from Host, and there is no PUBLIC_URL'],
  [undefined, { origin: own, 'sec-fetch-site': 'cross-site' }, 'Sec-Fetch-Site names another site'],
  ['https://cards.example', { 'sec-fetch-site': 'same-site' }, 'Sec-Fetch-Site names another site'],
])('with PUBLIC_URL %s, the log says of %j: %s', async (publicUrl, headers, reason) => {
  await using app = await createTestApp({ PUBLIC_URL: publicUrl })
  const given: Headers = { host, ...headers }
  expect((await app.request('POST', '/api/auth/sign-out', { headers: given })).statusCode).toBe(403)
  const { origin, host: seen, 'sec-fetch-site': secFetchSite } = given
  const facts = { reason, origin, host: seen, secFetchSite, publicUrl }
  expect(warnings(app)).toEqual([expect.objectContaining(JSON.parse(JSON.stringify(facts)))])
})

test('the log names each reason once a minute, with the first characters of what was sent', async ({ app }) => {
  const sendFrom = (origin: string) => app.request('POST', '/api/quote', { headers: { host, origin } })
  for (let at = 0; at < 50; at++) await sendFrom(`http://${'x'.repeat(1_000)}`)
  await app.request('POST', '/api/quote', { headers: { host, 'sec-fetch-site': 'cross-site' } })
  expect(warnings(app).map(({ reason }) => reason.split(' ')[0])).toEqual(['Origin', 'Sec-Fetch-Site'])
  expect(warnings(app)[0].origin).toHaveLength(200)
  app.clock.advance(60_000)
  await sendFrom('http://evil.example')
  expect(warnings(app)).toHaveLength(3)
})

test('the log says why a WebSocket was refused', async () => {
  await using app = await createTestApp({ PUBLIC_URL: 'https://cards.example' })
  const { url } = await listening(app)
  const { cookie } = await app.customer()
  expect(await openRawSocket(url, { cookie, origin: 'http://cards.example' })).toBe(403)
  expect(warnings(app)).toMatchObject([{ reason: 'Origin differs from PUBLIC_URL', origin: 'http://cards.example' }])
})
