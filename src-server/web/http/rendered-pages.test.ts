import { expect, test } from 'vitest'
import type { BrandTerms, CatalogueOutput } from '#shared/catalogue-schema.ts'
import { siteDefaults } from '#shared/site-settings.ts'
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
