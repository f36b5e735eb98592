import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { offline } from '#shared/offline.ts'
import { changeSiteAs } from '../../testing/test-support/site-changes.ts'
import { smallBuild, writePages } from '../../testing/test-support/small-build.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { addressUnderPublicHost } from './static-site.ts'

const screens = [
  { path: '/', address: '/', isIndexed: true },
  { path: '/sell/steam', address: '/sell/steam', brand: 'steam', isIndexed: true },
  { path: '/admin' },
  { path: '/admin/users/$id' },
  { path: '/transactions' },
]

/** A server of a small build with one brand page. */
async function aSite(variables: NodeJS.ProcessEnv = {}, base = '') {
  const folder = tempFolder()
  const folders = smallBuild(folder.path, screens, base)
  writeFileSync(path.join(folders.clientFolder, offline.worker), 'the worker of the build')
  const app = await createTestApp({ ...variables, BASE_PATH: base }, { site: folders })
  return {
    app,
    folders,
    get: (url: string, headers: Record<string, string> = {}) => app.request('GET', url, { headers }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

/** Each encoding is rendered by itself. */
const times = /rendered: \d+/
const https = { PUBLIC_URL: 'https://cards.example' }

test('writes the public URL into the pages, and what the site says about itself', async () => {
  await using site = await aSite({ ...https, COMPANY_LINE: ' Cards & "Co" <Ltd>, 1 Main St ' })
  const { body, headers } = await site.get('/sell/steam')
  expect(body).toContain('<title>/sell/steam</title><link rel="canonical" href="https://cards.example/sell/steam">')
  expect(body).toContain('"companyLine":"Cards & \\"Co\\" \\u003cLtd>, 1 Main St"')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-cache, no-transform')
})

test.each([
  ['https://cards.example', 'www.cards.example'],
  ['https://cards.example', 'WWW.cards.example:8443'],
  ['https://www.cards.example', 'cards.example'],
])('with PUBLIC_URL %s, pages asked for under %s are redirected there', async (PUBLIC_URL, host) => {
  await using site = await aSite({ PUBLIC_URL })
  for (const url of ['/', '/sell/steam?value=50', '/admin', '/nothing']) {
    const { statusCode, headers } = await site.get(url, { host })
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([308, PUBLIC_URL + url, 'no-store'])
  }
  for (const url of ['/api/health', '/api/ready', '/robots.txt', '/sitemap.xml'])
    expect([url, (await site.get(url, { host })).statusCode]).toEqual([url, 200])
  // A URL that begins with // names a host in a redirect.
  const odd = { hostname: host.replace(/:.*/, ''), url: '//evil.example/' }
  expect(addressUnderPublicHost(new URL(PUBLIC_URL), odd)).toBe(`${PUBLIC_URL}//evil.example/`)
})

test.each([
  'cards.example',
  '127.0.0.1:3000',
  'localhost',
  'node1:3000',
  'backend.internal.example',
  'a.www.cards.example',
])('with PUBLIC_URL, a page asked for under %s is answered: proxies may send a name of their own', async (host) => {
  await using site = await aSite(https)
  expect((await site.get('/', { host })).statusCode).toBe(200)
})

test('writes full URLs with the base path', async () => {
  await using site = await aSite({ PUBLIC_URL: 'https://cards.example/cash' }, '/cash')
  expect((await site.get('/cash/sell/steam')).body).toContain('href="https://cards.example/cash/sell/steam"')
  expect((await site.get('/cash/sitemap.xml')).body).toContain('<loc>https://cards.example/cash/sell/steam</loc>')
  expect((await site.get('/cash/robots.txt')).body).toContain('Disallow: /cash/admin\n')
  const root = await site.get('/robots.txt')
  expect([root.statusCode, root.headers.location]).toEqual([302, '/cash/robots.txt'])
})

test('without a public URL pages name no URL, and there is no site map', async () => {
  await using site = await aSite()
  expect((await site.get('/sell/steam')).body).not.toContain('canonical')
  expect((await site.get('/robots.txt')).body).not.toContain('Sitemap')
  expect((await site.get('/sitemap.xml')).statusCode).toBe(404)
})

test('compresses a page as the browser accepts it, and confirms an unchanged one', async () => {
  await using site = await aSite(https)
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
  const plain = await site.get('/sell/steam')
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
  ] as const) {
    const packed = await site.get('/sell/steam', { 'accept-encoding': accepted })
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual([encoding, 'accept-encoding'])
    expect(decoders[encoding](packed.rawPayload).toString().replace(times, '')).toBe(plain.body.replace(times, ''))
    const known = { 'accept-encoding': accepted, 'if-none-match': `W/"x", ${packed.headers.etag}` }
    const again = await site.get('/sell/steam', known)
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await site.get('/sell/steam', { 'if-none-match': `${packed.headers.etag}` })).statusCode).toBe(200)
  }
})

test('answers HEAD like GET, without the page', async () => {
  await using site = await aSite(https)
  const { statusCode, headers, body } = await site.app.request('HEAD', '/sell/steam')
  expect([statusCode, body]).toEqual([200, ''])
  expect(Number(headers['content-length'])).toBe((await site.get('/sell/steam')).rawPayload.length)
})

test('serves the new page after a build has replaced it', async () => {
  await using site = await aSite()
  expect((await site.get('/sell/steam')).body).toContain('<p>first</p>')
  writePages(site.folders, screens, '', 'second')
  expect((await site.get('/sell/steam')).body).toContain('<p>second</p>')
})

test('an unknown brand is the page for unknown addresses, with status 404 and no validator', async () => {
  await using site = await aSite(https)
  const { statusCode, headers, body } = await site.get('/sell/no-such-brand')
  expect([statusCode, headers.etag]).toEqual([404, undefined])
  expect(body).toContain('<title>/unknown</title>')
})

test('robots.txt closes staff, account and API pages, and names the site map', async () => {
  await using site = await aSite(https)
  const { body, headers } = await site.get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /trpc/',
    'Disallow: /admin',
    'Disallow: /transactions',
    '',
    'Sitemap: https://cards.example/sitemap.xml',
    '',
  ])
})

test('pages of staff and accounts are not listed although another site links to them', async () => {
  await using site = await aSite(https)
  expect((await site.get('/admin/users/1')).headers['x-robots-tag']).toBe('noindex')
  expect((await site.get('/sell/steam')).headers['x-robots-tag']).toBeUndefined()
})

test('the site map has every page for search engines, and no other', async () => {
  await using site = await aSite(https)
  const { body, headers } = await site.get('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  const urls = [...body.matchAll(/<loc>([^<]*)</g)].map(([, url]) => url)
  expect(urls).toEqual(['https://cards.example/', 'https://cards.example/sell/steam'])
})

test('the manifest and the offline page have the brand name, and a new one makes browsers store the page again', async () => {
  await using site = await aSite()
  const { clientFolder } = site.folders
  writeFileSync(path.join(clientFolder, 'manifest.webmanifest'), '{"name":"Gift Card Exchange","short_name":"Cards"}')
  writeFileSync(path.join(clientFolder, offline.page), '<title>Offline | Gift Card Exchange</title>')
  const served = async () => {
    const files = await Promise.all(
      ['manifest.webmanifest', offline.page, offline.worker].map((name) => site.get(`/${name}`)),
    )
    return files.map(({ body }) => body)
  }
  const [manifest, page, worker] = await served()
  expect([manifest, page]).toEqual([
    '{"name":"Gift Card Exchange","short_name":"Cards"}',
    '<title>Offline | Gift Card Exchange</title>',
  ])
  await changeSiteAs(site.app, await site.app.staff(), { brandName: 'Cards & Co' })
  const [newManifest, newPage, newWorker] = await served()
  expect(newManifest).toBe('{"name":"Cards & Co","short_name":"Cards & Co"}')
  expect(newPage).toBe('<title>Offline | Cards &amp; Co</title>')
  expect(newWorker).not.toBe(worker)
})

test('the shell of a staff page has the brand name in its title', async () => {
  await using site = await aSite()
  writeFileSync(path.join(site.folders.pagesFolder, 'shell.html'), '<title>Gift Card Exchange</title>')
  await changeSiteAs(site.app, await site.app.staff(), { brandName: 'Cards & Co' })
  expect((await site.get('/admin')).body).toBe('<title>Cards &amp; Co</title>')
})

test('SERVICE_WORKER=off serves a service worker that removes itself', async () => {
  await using on = await aSite()
  expect((await on.get(`/${offline.worker}`)).body).toBe('the worker of the build// "Gift Card Exchange"\n')
  await using off = await aSite({ SERVICE_WORKER: 'off' })
  const { body, headers } = await off.get(`/${offline.worker}`)
  expect(body).toContain('registration.unregister()')
  expect(body).not.toContain('fetch')
  expect([headers['content-type'], headers['cache-control']]).toEqual(['text/javascript; charset=utf-8', 'no-cache'])
})
