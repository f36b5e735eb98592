import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallBuild } from '../../testing/test-support/small-build.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'

const folder = tempFolder()
let app: TestApp

beforeAll(async () => {
  const paths = [
    '/',
    '/signup',
    '/transactions',
    '/sell',
    '/sell/$brand',
    '/admin',
    '/admin/settings',
    '/admin/users/$id',
    '/transactions/$reference',
  ]
  const screens = [...paths.map((at) => ({ path: at })), { path: '/admin/rates', address: '/admin/rates' }]
  app = await createTestApp({ BASE_PATH: '/shop' }, { site: smallBuild(folder.path, screens, '/shop') })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const locationOf = async (url: string) => {
  const { statusCode, headers } = await app.request('GET', url)
  return [statusCode, headers.location]
}

test.each([
  ['/shop/SIGNUP', '/shop/signup'],
  ['/shop/SignUp/?brand=Apple', '/shop/signup?brand=Apple'],
  ['/shop/Admin', '/shop/admin'],
  ['/shop/ADMIN/Settings?tab=Staff', '/shop/admin/settings?tab=Staff'],
  ['/shop/Transactions/GCE-AbC', '/shop/transactions/GCE-AbC'],
  ['/shop/signup/?brand=Apple?', '/shop/signup?brand=Apple?'],
  ['/shop/transactions/GCE-AbC/', '/shop/transactions/GCE-AbC'],
  ['/shop/transactions/', '/shop/transactions'],
  ['/shop/transactions/?page=2', '/shop/transactions?page=2'],
  ['/shop/sell/', '/shop/sell'],
  ['/shop/Admin/', '/shop/admin'],
])('redirects %s to the path of the screen, keeping query and references', async (url, address) => {
  expect(await locationOf(url)).toEqual([308, address])
})

test.each([
  ['/shop/admin/rates', 200, '<title>/admin/rates<'],
  ['/shop/admin/%72ates?tab=rules', 200, '<title>/admin/rates<'],
  ['/shop/admin/settings', 200, '<title>shell<'],
  ['/shop/admin/nothing', 404, '<title>/unknown<'],
  ['/shop/admin/admin%2Frates', 404, '<title>/unknown<'],
])('%s, in a folder of screens, responds with %d and %s', async (url, status, page) => {
  const { statusCode, body } = await app.request('GET', url)
  expect(statusCode).toBe(status)
  expect(body).toContain(page)
})

test.each([
  '/shop/signups',
  '/shop/admin/users/',
  '/shop/Admin/nothing',
  '/shop/Admin/users',
  '/shop/transactions/a/B',
])('%s is no page in any case', async (url) => expect(await locationOf(url)).toEqual([404, undefined]))

test('rejects methods other than GET in any case', async () => {
  expect((await app.request('POST', '/shop/SIGNUP')).statusCode).toBe(404)
})

test('does not cache a missing asset', async () => {
  const { statusCode, headers } = await app.request('GET', '/shop/assets/0123456789ab.js')
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
})

const configured = {
  ANALYTICS_SRC: 'https://tags.example/a.js?id=G-1&x="><script>alert(1)</script>',
  CONVERSION_SRC: 'https://ads.example/c.js?id=AW-1',
  CONVERSION_SEND_TO: 'AW-1/label',
  TAG_ORIGINS: 'https://collect.example',
}
const hosts = 'https://tags.example https://ads.example https://collect.example'

test('without configuration there is no frame and the policy forbids one', async () => {
  await using app = await createTestApp()
  expect((await app.request('GET', '/api/tags')).statusCode).toBe(404)
  const page = await app.request('GET', '/nowhere')
  expect(page.headers['content-security-policy']).not.toMatch(/frame-src|https:/)
  expect(await app.visitor.site.config()).toEqual({ measuring: null })
})

test('the frame is sandboxed and its policy allows exactly the configured hosts', async () => {
  await using app = await createTestApp(configured)
  const { headers, body } = await app.request('GET', '/api/tags')
  const policy = String(headers['content-security-policy'])
  expect(policy.split('; ')).toEqual([
    'sandbox allow-scripts',
    "default-src 'none'",
    expect.stringMatching(new RegExp(`^script-src 'sha256-[\\w+/]+=' ${hosts}$`)),
    `connect-src ${hosts}`,
    `img-src ${hosts}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ])
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect([...body.matchAll(/<script[ >]/g)]).toHaveLength(3)
  expect(body).toContain('for (const id of ["G-1","AW-1"])')
})

test('no page names a third-party host, configured or not', async () => {
  await using app = await createTestApp(configured)
  const page = await app.request('GET', '/nowhere')
  expect(page.headers['content-security-policy']).toContain("frame-src 'self'")
  expect(JSON.stringify(page.headers)).not.toMatch(/tags\.example|ads\.example|collect\.example/)
})

test('the page gets the events to send, not the hosts', async () => {
  await using app = await createTestApp(configured)
  expect(await app.visitor.site.config()).toEqual({ measuring: { analytics: true, conversionSendTo: 'AW-1/label' } })
})
