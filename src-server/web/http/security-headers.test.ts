import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { procedureAccess } from '../../testing/test-support/declared-calls.ts'
import { anUpload, aPhoto, aSubmission, multipart } from '../../testing/test-support/factories.ts'
import { smallBuild } from '../../testing/test-support/small-build.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, type Person, type RequestOptions, type TestApp } from '../../testing/test-support/test-app.ts'
import { routeAccess } from '../rest/routes.ts'

const ASSET = '/assets/app-1a2b3c.js'
const folder = tempFolder()
const app = await createTestApp({}, { site: aSite(folder.path) })
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})
let customer = await app.customer()
/** A customer who is also staff. */
let customerAndStaff: Person
await signIn()
const submissionId = await aSubmission(app, customer)

/** Signs both in, because an earlier test may have ended their sessions. */
async function signIn(): Promise<void> {
  customer = await app.signInAgain(customer)
  customerAndStaff = { ...customer, cookie: `${customer.cookie}; ${(await app.staff()).cookie}` }
}

/** A small build with an asset and another file. */
function aSite(root: string) {
  const folders = smallBuild(root, [{ path: '/', address: '/' }, { path: '/admin' }])
  writeFileSync(path.join(folders.clientFolder, ASSET), 'export {}')
  writeFileSync(path.join(folders.clientFolder, 'robots.txt'), 'User-agent: *')
  writeFileSync(path.join(root, 'secret.txt'), 'OUTSIDE')
  return folders
}

type Headers = Awaited<ReturnType<TestApp['request']>>['headers']

function expectCommon(what: string, headers: Headers): void {
  expect([what, headers]).toEqual([
    what,
    expect.objectContaining({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    }),
  ])
  const policy = String(headers['content-security-policy'])
  expect([what, policy]).toEqual([what, expect.stringMatching(/frame-ancestors '(none|self)'/)])
  const [scripts = ''] = /script-src [^;]*/.exec(policy) ?? []
  expect([what, scripts]).toEqual([what, expect.not.stringMatching(/unsafe|\*|data:|http:/)])
  for (const name of ['server', 'x-powered-by', 'via', 'access-control-allow-origin'])
    expect([what, name, headers[name]]).toEqual([what, name, undefined])
}

function expectCall(what: string, headers: Headers, cacheControl = 'no-store'): void {
  expectCommon(what, headers)
  expect([what, headers['cache-control']]).toEqual([what, cacheControl])
}

/** Public, and asked for again with its ETag. */
const revalidated = 'GET /api/catalogue'

describe('every route', () => {
  test.each(Object.keys(routeAccess))('%s, allowed, denied and malformed', async (route) => {
    const [method = '', pattern = ''] = route.split(' ')
    const url = pattern.replace(':id', submissionId).replace(':sessionId', 'session_1_none')
    const ways: RequestOptions[] = [
      {},
      { as: customerAndStaff },
      { as: customerAndStaff, body: {} },
      { as: customerAndStaff, payload: '{', headers: { 'content-type': 'application/json' } },
      { headers: { origin: 'http://evil.example' } },
      { headers: { authorization: 'Bearer gce_wrong' } },
    ]
    // Clear All Data would leave nothing for the rows that follow.
    for (const way of route === 'DELETE /api/admin/clear-all-data' ? [{}, { as: customer }] : ways) {
      const { headers, statusCode } = await app.request(method, url, way)
      const cacheControl = route === revalidated && statusCode === 200 ? 'no-cache' : 'no-store'
      expectCall(`${route} ${JSON.stringify(Object.keys(way))}`, headers, cacheControl)
    }
  })

  test.each(Object.keys(procedureAccess))('procedure %s', async (procedure) => {
    const { headers } = await app.request('GET', `/trpc/${procedure}`)
    expectCall(procedure, headers)
    expectCall(procedure, (await app.request('POST', `/trpc/${procedure}`, { body: {} })).headers)
  })
})

test('files, forms, batches and unknown paths', async () => {
  await signIn()
  const photo = await anUpload(app, customer)
  const form = multipart({}, [{ name: 'front.png', bytes: aPhoto(), field: 'file' }])
  for (const [method, url, options] of [
    ['GET', `/api/files/${photo}`, { as: customer }],
    ['GET', `/api/files/${photo}?download=1`, { as: customer }],
    ['GET', '/api/files/none', { as: customer }],
    ['POST', '/api/uploads', { as: customer, ...form }],
    ['POST', '/api/uploads', form],
    ['GET', '/trpc/account.session,site.config?batch=1', {}],
    ['GET', '/api/nothing', {}],
    ['GET', '/api', {}],
    ['GET', '/api?x', {}],
    ['GET', '/trpc', {}],
    ['OPTIONS', '/api/quote', {}],
    ['HEAD', '/api/health', {}],
    ['PUT', '/api/quote', {}],
    ['GET', '/api/user/transactions/x.css', { as: customer }],
    ['GET', `/api/${'x'.repeat(1_200)}/history`, {}],
    ['GET', '/api/%', {}],
    ['GET', '/%', {}],
    ['GET', '/%c0%ae%c0%ae/', {}],
    ['GET', '/api/admin/submissions/%zz/history', {}],
  ] as const)
    expectCall(`${method} ${url}`, (await app.request(method, url, options)).headers)
})

test('pages, assets and the 404 page', async () => {
  for (const [url, status, cache] of [
    ['/', 200, 'no-cache, no-transform'],
    ['/admin', 200, 'no-cache, no-transform'],
    [ASSET, 200, 'public, max-age=31536000, immutable'],
    ['/robots.txt', 200, 'no-cache'],
    ['/nothing', 404, 'no-cache, no-transform'],
    ['/admin/', 308, undefined],
  ] as const) {
    const { statusCode, headers } = await app.request('GET', url)
    expectCommon(url, headers)
    expect([url, statusCode, headers['cache-control']]).toEqual([url, status, cache])
  }
  expect((await app.request('GET', '/')).headers['content-security-policy']).toContain(
    "script-src 'self' 'sha256-AAAA'",
  )
})

test('sends HSTS under https, on errors too', async () => {
  await using secure = await createTestApp({ PUBLIC_URL: 'https://cards.example' })
  for (const url of ['/api/health', '/api/nothing', '/%', '/api/user/transactions'])
    expect((await secure.request('GET', url)).headers['strict-transport-security']).toMatch(/^max-age=31536000/)
  expect((await app.request('GET', '/api/health')).headers['strict-transport-security']).toBeUndefined()
})

const guarded = ['/api/user/transactions', '/api/admin/submissions', '/api/admin/users', '/trpc/admin.staff.list']
/** Other spellings of a path, as proxies, caches and browsers produce them. */
const spellings: readonly ((url: string) => string)[] = [
  (url) => `/${url}`,
  (url) => `//${url}`,
  (url) => url.replaceAll('/', '//'),
  (url) => `/.${url}`,
  (url) => `/x/..${url}`,
  (url) => `/assets/..${url}`,
  (url) => `/assets/%2e%2e${url}`,
  (url) => `/%2e${url}`,
  (url) => `${url}/`,
  (url) => `${url}/.`,
  (url) => `${url}//`,
  (url) => `${url}%2f`,
  (url) => `${url}%00`,
  (url) => `${url}%20`,
  (url) => `${url}%09`,
  (url) => `${url}.`,
  (url) => `${url};x=1`,
  (url) => `${url};.css`,
  (url) => `${url}.css`,
  (url) => `${url}.json`,
  (url) => `${url}/x.css`,
  (url) => `${url}%2fx.css`,
  (url) => `${url}/..%2fx.css`,
  (url) => `${url}%3fx`,
  (url) => `${url}%23x`,
  (url) => `${url}?x.css`,
  (url) => `${url}/../../assets/app.js`,
  (url) => url.toUpperCase(),
  (url) => url.replace('a', 'A'),
  (url) => url.replace('a', '%61'),
  (url) => url.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (url) => url.replace('a', '%2561'),
  (url) => url.replaceAll('/', '%2f'),
  (url) => `/${url.slice(1).replaceAll('/', '%2f')}`,
  (url) => url.replaceAll('/', '%252f'),
  (url) => url.replaceAll('/', '\\'),
  (url) => url.replaceAll('/', '%5c'),
  (url) => url.replaceAll('/', '/./'),
  (url) => url.replace('a', '\u00e1'),
  (url) => url.replace('s', '\u017f'),
  (url) => `http://localhost${url}`,
  (url) => `http://evil.example${url}`,
]

test.each(guarded)(`%s in ${spellings.length} spellings is denied without permission`, async (url) => {
  expect(spellings.length).toBeGreaterThanOrEqual(40)
  await signIn()
  const staffOnly = url !== '/api/user/transactions'
  const open = await app.request('GET', url, { as: staffOnly ? customerAndStaff : customer })
  expect(open.statusCode).toBe(200)
  for (const spelling of spellings)
    for (const as of staffOnly ? [undefined, customer] : [undefined]) {
      const written = spelling(url)
      const { statusCode, body, headers } = await app.request('GET', written, as ? { as } : {})
      expect([written, statusCode]).toEqual([written, expect.toSatisfy((status: number) => status >= 300)])
      expect(body).not.toContain(customer.email)
      expectCommon(written, headers)
    }
})

test('serves only built assets, in any spelling', async () => {
  for (const target of ['pages/screens.json', 'secret.txt', 'client/../secret.txt'])
    for (const climb of [
      '..',
      '%2e%2e',
      '..%2f..',
      '%2e%2e%2f%2e%2e',
      '..\\..',
      '%5c..',
      '....//..',
      '%252e%252e',
      '..;',
    ])
      for (const at of ['', '/assets']) {
        const { statusCode, body } = await app.request('GET', `${at}/${climb}/${target}`)
        expect([climb, target, statusCode]).not.toEqual([climb, target, 200])
        expect(body).not.toMatch(/OUTSIDE|scriptHashes/)
      }
  for (const url of ['/.git/config', '/.env', '/screens.json', '/assets/', '/assets', '/main.js.map'])
    expect([url, (await app.request('GET', url)).statusCode]).toEqual([
      url,
      expect.toSatisfy((status) => status >= 400),
    ])
})
