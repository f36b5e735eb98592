import { expect } from 'vitest'
import { createLocalDelivery } from '../platform/events/local-delivery.ts'
import { test } from '../testing/test-support/app-test.ts'
import { withDelayedReads } from '../testing/test-support/delayed-reads.ts'
import { atRate, publish, termsOf } from '../testing/test-support/published-rates.ts'
import { aPage, taking } from '../testing/test-support/socket-page.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { listTermsIn } from './catalogue-queries.ts'
import { createLiveCatalogue, ensureCatalogue } from './live-catalogue.ts'

/** Removes a brand from the database, as before the release that added it. */
async function forget({ ctx }: TestApp, slug: string): Promise<void> {
  await ctx.db.deleteFrom('rates').where('slug', '=', slug).execute()
  await ctx.db.deleteFrom('brand_terms').where('slug', '=', slug).execute()
}

test('adds brands of a later release hidden, once, and leaves the others as an operator set them', async ({ app }) => {
  const owner = await app.staff()
  await publish(app, owner, atRate(app, 'apple', 9100))
  await forget(app, 'steam')
  await Promise.all([ensureCatalogue(app.ctx.db, app.clock), ensureCatalogue(app.ctx.db, app.clock)])
  await app.ctx.catalogue.refresh()
  expect(app.ctx.catalogue.current.version).toBe(3)
  expect(termsOf(app, 'steam')).toMatchObject({ state: 'hidden', bands: [{ rateBps: 9000 }] })
  expect(termsOf(app, 'apple').bands).toMatchObject([{ rateBps: 9100 }])
  expect((await owner.api.admin.rates.versions({})).versions[0]).toMatchObject({
    ...{ source: 'seed', madeBy: null, changedBrands: 1 },
  })
  await ensureCatalogue(app.ctx.db, app.clock)
  await app.ctx.catalogue.refresh()
  expect(app.ctx.catalogue.current.version).toBe(3)
})

test('a revert to a version from before a brand was added hides the brand', async ({ app, staff: owner }) => {
  await forget(app, 'steam')
  await ensureCatalogue(app.ctx.db, app.clock)
  await app.ctx.catalogue.refresh()
  await publish(app, owner, { ...termsOf(app, 'steam'), state: 'active' })
  await owner.api.admin.rates.revert({ base: 3, version: 1, note: 'Back' })
  expect(termsOf(app, 'steam').state).toBe('hidden')
})

test('reads the catalogue again until the database answers', async ({ app }) => {
  const { db, clock, log, events } = app.ctx
  let isDown = false
  const failing = new Proxy(db, {
    get(target, name) {
      if (isDown && name === 'selectFrom') throw new Error('The database is down.')
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const catalogue = await createLiveCatalogue({ db: failing, clock, log, events })
  isDown = true
  await publish(app, await app.staff(), atRate(app, 'apple', 9100))
  await expect.poll(() => app.log()).toContain('could not read the catalogue, will retry')
  expect(catalogue.current.version).toBe(1)
  isDown = false
  app.clock.advance(1_000)
  await expect.poll(() => catalogue.current.version).toBe(2)
  await catalogue.stop()
})

test('a slow reading of an older version does not replace a newer one', async ({ app }) => {
  const { db, clock, log } = app.ctx
  const owner = await app.staff()
  const slow = withDelayedReads(db)
  const parts = { clock, log, events: { listen: () => () => {} } }
  const catalogue = await createLiveCatalogue({ ...parts, db: slow.db })
  await publish(app, owner, atRate(app, 'apple', 9100))
  const answer = await slow.delayFirst(1, catalogue.refresh)
  await publish(app, owner, atRate(app, 'apple', 9000))
  const newer = catalogue.refresh()
  // Makes more reads than the newer reading, which could end before it.
  const other = await createLiveCatalogue({ ...parts, db })
  await answer()
  await newer
  expect(catalogue.current.version).toBe(other.current.version)
  for (const each of [catalogue, other]) await each.stop()
})

test('the rate in a version is that of the band of the value; a version that does not exist has none', async () => {
  await using app = await createTestApp()
  const { catalogue } = app.ctx
  const { maxCents, minCents } = termsOf(app, 'apple')
  const ratesIn = (version: number) =>
    Promise.all(
      [minCents, maxCents, maxCents + 1].map((valueCents) => catalogue.rateIn(version, { slug: 'apple', valueCents })),
    )
  expect(await ratesIn(2)).toEqual([undefined, undefined, undefined])
  await publish(app, await app.staff(), atRate(app, 'apple', 9100))
  expect(await ratesIn(1)).toEqual([9200, 9200, undefined])
  expect(await ratesIn(2)).toEqual([9100, 9100, undefined])
})

test('after a resync the catalogue is read again', async ({ app }) => {
  const { db, clock, log } = app.ctx
  const events = createLocalDelivery()
  const catalogue = await createLiveCatalogue({ db, clock, log, events })
  await publish(app, await app.staff(), atRate(app, 'apple', 9100))
  expect(catalogue.current.version).toBe(1)
  events.resync()
  await catalogue.stop()
  expect(catalogue.current.version).toBe(2)
})

test('rows of a former version are closed and never changed', async ({ app }) => {
  const before = await app.ctx.db.selectFrom('rates').selectAll().where('slug', '=', 'apple').execute()
  const owner = await app.staff()
  for (const rateBps of [9100, 9000]) await publish(app, owner, atRate(app, 'apple', rateBps))
  const rows = await app.ctx.db
    .selectFrom('rates')
    .selectAll()
    .where('slug', '=', 'apple')
    .orderBy('from_version')
    .execute()
  expect(rows).toEqual([
    { ...before[0], to_version: 2 },
    { ...before[0], from_version: 2, to_version: 3, rate_bps: 9100 },
    { ...before[0], from_version: 3, rate_bps: 9000 },
  ])
})

test('GET /api/catalogue answers 304 until something is published', async ({ app }) => {
  const first = await app.request('GET', '/api/catalogue')
  const { etag } = first.headers
  expect(first.headers['cache-control']).toBe('no-cache')
  const again = () => app.request('GET', '/api/catalogue', { headers: { 'if-none-match': String(etag) } })
  const unchanged = await again()
  expect([unchanged.statusCode, unchanged.body, unchanged.headers.etag]).toEqual([304, '', etag])
  await publish(app, await app.staff(), { ...atRate(app, 'apple', 9100), name: 'Apple Store' })
  const changed = await again()
  expect(changed.statusCode).toBe(200)
  expect(changed.json()).toMatchObject({ version: 2, changed: [termsOf(app, 'apple')] })
})

test('a page gets the catalogue at once and after each publish', async ({ app, url, customer, staff: owner }) => {
  await using page = aPage(url, customer)
  const seen = await taking<{ version: number; changed: unknown[] }>((on) =>
    page.trpc.exchange.watchCatalogue.subscribe(undefined, on),
  )
  expect(await seen.next()).toMatchObject({ version: 1, changed: [] })
  await publish(app, owner, atRate(app, 'apple', 9100))
  expect(await seen.next()).toMatchObject({ version: 2, changed: [termsOf(app, 'apple')] })
  seen.unsubscribe()
})

test('each version has every brand once, with the terms that it had', async ({ app }) => {
  const { db } = app.ctx
  const owner = await app.staff()
  const former = termsOf(app, 'apple')
  await publish(app, owner, atRate(app, 'apple', 9100))
  const newer = termsOf(app, 'apple')
  await publish(app, owner, atRate(app, 'steam', 8800))
  for (const [version, expected] of [
    [1, former],
    [2, newer],
    [3, newer],
  ] as const) {
    const terms = await listTermsIn(db, version)
    expect(terms.filter(({ slug }) => slug === 'apple')).toEqual([expected])
    expect(terms).toHaveLength(app.ctx.catalogue.current.terms.length)
  }
})

test('returns the newest terms, those of an old version, and when each brand was last published', async ({ app }) => {
  const owner = await app.staff()
  const rateOf = async (version?: number) => {
    const { brands } = await owner.api.admin.rates.list({ version })
    return brands.find(({ slug }) => slug === 'apple')?.bands.map(({ rateBps }) => rateBps)
  }
  app.clock.advance(60_000)
  const first = app.ctx.catalogue.current.version
  await publish(app, owner, atRate(app, 'apple', 9_000))
  expect(await rateOf()).toEqual([9_000])
  expect(await rateOf(first)).toEqual([9_200])
  const { newest, lastChanges } = await owner.api.admin.rates.list({ version: first })
  expect(newest.version).toBe(first + 1)
  expect(lastChanges.apple).toBe(newest.madeAt)
  expect(Date.parse(lastChanges.steam ?? '')).toBeLessThan(Date.parse(newest.madeAt))
})

test('rejects a version that does not exist', async ({ staff: owner }) => {
  await expect(owner.api.admin.rates.list({ version: 99 })).rejects.toThrow('There is no version 99.')
})
