import { afterAll, expect } from 'vitest'
import type { BrandTerms, CatalogueOutput } from '#shared/catalogue-schema.ts'
import { siteDefaults } from '#shared/site-settings.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { atRate, publish, termsOf } from '../../testing/test-support/published-rates.ts'
import { changeSiteAs } from '../../testing/test-support/site-changes.ts'
import { smallBuild } from '../../testing/test-support/small-build.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'

/** A server of a small build with one page. */
async function aSite(path: string, options: { address?: string; brand?: string } = {}) {
  const folder = tempFolder()
  const screens = [{ path, address: path, isIndexed: true, ...options }]
  const app = await createTestApp({ PUBLIC_URL: 'https://cards.example' }, { site: smallBuild(folder.path, screens) })
  const get = (headers: Record<string, string> = {}) => app.request('GET', path, { headers })
  return {
    app,
    get,
    /** What the page has: the catalogue that it was rendered with, and how often it was rendered. */
    async page() {
      const { body } = await get()
      const [, catalogue = '{}'] = /<script type="application\/json">(.*?)<\/script>/.exec(body) ?? []
      const [, times] = /rendered: (\d+)/.exec(body) ?? []
      return { catalogue: JSON.parse(catalogue) as CatalogueOutput, times: Number(times) }
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const publishAs = async (app: TestApp, ...changes: BrandTerms[]) => publish(app, await app.staff(), ...changes)

test('renders a page once for requests at the same time, and for later ones', async () => {
  await using site = await aSite('/once')
  const pages = await Promise.all([site.page(), site.page(), site.page()])
  expect([...pages, await site.page()].map(({ times }) => times)).toEqual([1, 1, 1, 1])
})

test('renders a page again with what is published, which it has in it', async () => {
  await using site = await aSite('/published')
  expect(await site.page()).toEqual({
    times: 1,
    catalogue: { version: 1, changed: [], site: { version: 0, ...siteDefaults } },
  })
  const { etag = '' } = (await site.get()).headers
  const apple = { ...atRate(site.app, 'apple', 9100), name: 'Apple </script><b>' }
  await publishAs(site.app, apple)
  const { times, catalogue } = await site.page()
  expect([times, catalogue.version]).toEqual([2, 2])
  expect(catalogue.changed).toMatchObject([{ slug: 'apple', name: apple.name, bands: apple.bands }])
  expect((await site.get({ 'if-none-match': String(etag) })).statusCode).toBe(200)
})

test.each(['{{page-facts}}', '{{public-url}}', "$& $' $` $1"])(
  'shows the brand name %s as it was typed',
  async (brandName) => {
    await using site = await aSite('/named')
    await changeSiteAs(site.app, await site.app.staff(), { brandName })
    expect(await site.page()).toMatchObject({ times: 1, catalogue: { site: { brandName } } })
    const shell = await site.app.request('GET', '/nowhere')
    expect(shell.body).toContain(`"brandName":${JSON.stringify(brandName)}`)
  },
)

test('renders a page again when a pause ends, and names no end that a browser would compare with its clock', async () => {
  await using site = await aSite('/paused')
  const resumeAt = new Date(site.app.clock.now().getTime() + 60_000).toISOString()
  await publishAs(site.app, { ...termsOf(site.app, 'apple'), state: 'paused', pauseMessage: 'Later.', resumeAt })
  const paused = await site.page()
  expect(paused.catalogue.changed).toMatchObject([{ state: 'paused', resumeAt: null }])
  expect(paused.catalogue.changed[0]?.pauseMessage).toMatch(/^Later\. We start again on /)
  site.app.clock.advance(60_000)
  const { times, catalogue } = await site.page()
  expect(times).toBe(paused.times + 1)
  expect(catalogue.changed).toMatchObject([{ state: 'active', resumeAt: null }])
})

test('sends the shell, with the catalogue, for a page that cannot be rendered, and logs why', async () => {
  await using site = await aSite('/broken')
  await publishAs(site.app, atRate(site.app, 'apple', 9100))
  const { statusCode, body } = await site.get()
  expect(statusCode).toBe(200)
  expect(body).toContain('<title>shell</title>')
  expect((await site.page()).catalogue.version).toBe(2)
  expect(site.app.log()).toContain('broken on purpose')
})

test('a hidden brand is in no site map and not for search engines, until it is shown again', async () => {
  await using site = await aSite('/sell/steam', { brand: 'steam' })
  const isListed = async () => {
    const { body } = await site.app.request('GET', '/sitemap.xml')
    const { headers } = await site.get()
    return [body.includes('/sell/steam<'), headers['x-robots-tag'] === undefined]
  }
  expect(await isListed()).toEqual([true, true])
  const steam = termsOf(site.app, 'steam')
  await publishAs(site.app, { ...steam, state: 'hidden' })
  expect(await isListed()).toEqual([false, false])
  await publishAs(site.app, steam)
  expect(await isListed()).toEqual([true, true])
})

test('renders a page again when an owner has changed the site, with the name in place of the default one', async () => {
  await using site = await aSite('/named')
  await site.page()
  await changeSiteAs(site.app, await site.app.staff(), { brandName: 'Cards & Co' })
  expect(await site.page()).toMatchObject({ times: 2, catalogue: { site: { version: 1, brandName: 'Cards & Co' } } })
})

const folder = tempFolder()

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
const app = await createTestApp({ BASE_PATH: '/shop' }, { site: smallBuild(folder.path, screens, '/shop') })
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

test('without configuration there is no frame and the policy forbids one', async ({ app }) => {
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
