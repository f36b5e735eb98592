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
