import { beforeEach, expect, test, vi } from 'vitest'
import { seedTerms } from '#shared/brand.ts'
import { seedBrands } from '#shared/brands.ts'
import { seedCatalogue } from '#shared/catalogue.ts'
import { siteDefaults } from '#shared/site-settings.ts'

const site = { version: 0, ...siteDefaults }
type Module = typeof import('./catalogue.ts')
let page: Module

// Each page has a catalogue of its own.
beforeEach(async () => {
  vi.resetModules()
  page = await import('./catalogue.ts')
})

function apple(change: Partial<ReturnType<typeof seedTerms>>) {
  const seed = seedBrands.find(({ slug }) => slug === 'apple')
  if (!seed) throw new Error('The catalogue has no Apple.')
  return { ...seedTerms(seed), ...change }
}

const atRate = (rateBps: number) => apple({ bands: [{ fromCents: 5_000, toCents: 500_000, rateBps }] })

test('has the catalogue of the build until the server answers', () => {
  const first = page.catalogueStore.get()
  expect(first.brands).toEqual(seedCatalogue.brands)
  expect(page.isCatalogueLoaded()).toBe(false)
  page.takeCatalogue({ version: 1, changed: [], site })
  expect(page.catalogueStore.get()).toBe(first)
  expect(page.isCatalogueLoaded()).toBe(true)
})

test('begins with the catalogue that the server has rendered, and takes the ends of its pauses', () => {
  const pausedUntil = (resumeAt: string | null) => ({
    version: 2,
    changed: [apple({ state: 'paused', resumeAt })],
    site,
  })
  page.startWithCatalogue(pausedUntil(null))
  const first = page.catalogueStore.get()
  expect(page.findBrand('apple')).toMatchObject({ state: 'paused' })
  page.takeCatalogue({ version: 1, changed: [], site })
  expect(page.catalogueStore.get()).toBe(first)
  page.takeCatalogue(pausedUntil('2026-11-30T00:00:00.000Z'))
  expect(page.findBrand('apple')).toMatchObject({ resumeAt: '2026-11-30T00:00:00.000Z' })
})

test('takes newer versions and never goes back to an older one', () => {
  page.takeCatalogue({ version: 3, changed: [atRate(9_100)], site })
  expect(page.findBrand('apple')).toMatchObject({ rateBps: 9_100, colour: '#000000' })
  const third = page.catalogueStore.get()
  page.takeCatalogue({ version: 2, changed: [atRate(8_000)], site })
  page.takeCatalogue({ version: 3, changed: [atRate(8_000)], site })
  expect(page.catalogueStore.get()).toBe(third)
  page.takeCatalogue({ version: 4, changed: [], site })
  expect(page.findBrand('apple')).toMatchObject({ rateBps: 9_200 })
})

test('notifies its subscribers of changes only', () => {
  const listener = vi.fn()
  page.catalogueStore.subscribe(listener)
  page.takeCatalogue({ version: 2, changed: [atRate(9_100)], site })
  page.takeCatalogue({ version: 2, changed: [atRate(9_100)], site })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('shows paused brands and no hidden ones', () => {
  const slugs = () => page.shownBrands(page.catalogueStore.get()).map(({ slug }) => slug)
  page.takeCatalogue({ version: 2, changed: [apple({ state: 'paused' })], site })
  expect(slugs()).toHaveLength(100)
  page.takeCatalogue({ version: 3, changed: [apple({ state: 'hidden' })], site })
  expect(slugs()).toHaveLength(99)
  expect(slugs()).not.toContain('apple')
  expect(page.findBrand('apple')).toMatchObject({ state: 'hidden' })
})

test('keeps what it has when the server cannot be reached', async () => {
  page.takeCatalogue({ version: 2, changed: [atRate(9_100)], site })
  const before = page.catalogueStore.get()
  // Without a page, a relative address reaches no server.
  await expect(page.loadCatalogue()).resolves.toBeUndefined()
  expect(page.catalogueStore.get()).toBe(before)
})
