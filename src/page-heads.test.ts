import { expect, test } from 'vitest'
import { seedTerms } from '#shared/brand.ts'
import { seedBrands } from '#shared/brands.ts'
import { createCatalogue, seedCatalogue } from '#shared/catalogue.ts'
import { siteDefaults } from '#shared/site-settings.ts'
import { hasDescription, pageHead } from './page-heads.ts'

const siteUrl = 'https://cards.example/'
const shop = { version: 0, ...siteDefaults }
const brandPaths = seedBrands.map(({ slug }) => `/sell/${slug}`)
const headOf = (path: string, title = 'A page') => pageHead(path, title, seedCatalogue, shop, siteUrl)
const descriptionIn = (head: string) => /name="description" content="([^"]*)"/.exec(head)?.[1] ?? ''

/** The structured data of a page, by type. */
function structuredOf(path: string): Map<string, Record<string, unknown>> {
  const scripts = [...headOf(path).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)]
  const parsed = scripts.map(([, text = '']) => JSON.parse(text) as Record<string, unknown>)
  return new Map(parsed.map((each) => [`${each['@type']}`, each]))
}

test('every indexed page has its own description of at most 160 characters', () => {
  const paths = [
    '/',
    '/exchange',
    '/supported-cards',
    '/contact',
    '/signup',
    '/privacy-policy',
    '/terms-of-service',
    '/figures',
  ]
  const all = [...paths, ...brandPaths]
  const descriptions = all.map((path) => descriptionIn(headOf(path)))
  expect(new Set(descriptions).size).toBe(all.length)
  expect(descriptions.filter((text) => text.length < 50 || text.length > 160)).toEqual([])
})

test('pages of accounts and staff are not for search engines', () => {
  const closed = ['/transactions', '/transactions/$reference', '/admin', '/forgot-password', '/reset-password', '/$']
  for (const path of closed) {
    expect(hasDescription(path), path).toBe(false)
    expect(headOf(path)).toBe('')
  }
})

test('a page names its own URL and the picture for link previews', () => {
  const head = headOf('/sell/steam', 'Sell Steam gift cards for cash: 90% | Gift Card Exchange')
  for (const tag of [
    '<link rel="canonical" href="https://cards.example/sell/steam"',
    '<meta property="og:title" content="Sell Steam gift cards for cash: 90% | Gift Card Exchange"',
    '<meta property="og:url" content="https://cards.example/sell/steam"',
    '<meta property="og:image" content="https://cards.example/share.png"',
    '<meta name="twitter:card" content="summary_large_image"',
  ])
    expect(head).toContain(tag)
  expect(head).toContain('Sell your Steam gift card for 90% of its value: a $100 card pays $90.00.')
})

test('the structured data of a brand page are its breadcrumbs', () => {
  expect(structuredOf('/sell/best-buy').get('BreadcrumbList')?.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://cards.example/' },
    { '@type': 'ListItem', position: 2, name: 'Supported Cards', item: 'https://cards.example/supported-cards' },
    { '@type': 'ListItem', position: 3, name: 'Best Buy', item: 'https://cards.example/sell/best-buy' },
  ])
})

test('the front page describes the organization, the contact page its questions', () => {
  expect(structuredOf('/').get('Organization')).toMatchObject({
    name: 'Gift Card Exchange',
    url: 'https://cards.example/',
  })
  const questions = structuredOf('/contact').get('FAQPage')?.mainEntity as { name: string }[]
  expect(questions.map(({ name }) => name)).toContain('What happens if you reject my card?')
})

test('a description has the rates that are published, and none of a brand that is not bought', () => {
  const change = (slug: string, more: object) =>
    seedBrands.filter((brand) => brand.slug === slug).map((brand) => ({ ...seedTerms(brand), ...more }))
  const catalogue = createCatalogue(2, [
    ...change('apple', { bands: [{ fromCents: 5_000, toCents: 500_000, rateBps: 8_150 }] }),
    ...change('steam', { state: 'paused' }),
    ...change('petco', { state: 'hidden' }),
  ])
  const described = (path: string) => descriptionIn(pageHead(path, 'A page', catalogue, shop, siteUrl))
  expect(described('/')).toContain('98 brands, 81% to 93%.')
  expect(described('/sell/apple')).toContain('for 81.5% of its value: a $100 card pays $81.50.')
  expect(described('/sell/steam')).toMatch(/^Sell your Steam gift card when we buy this brand again\./)
  expect(pageHead('/sell/petco', 'A page', catalogue, shop, siteUrl)).toBe('')
  expect(pageHead('/contact', 'A page', catalogue, shop, siteUrl)).toContain('"81% to 93% of the card value')
})

test('without a public URL no tag names one', () => {
  const heads = ['/', '/supported-cards', '/sell/steam'].map((path) =>
    pageHead(path, 'A page', seedCatalogue, shop, undefined),
  )
  for (const head of heads) {
    expect(head).toContain('<meta name="description"')
    expect(head).not.toMatch(/canonical|og:url|og:image|ld\+json|undefined/)
  }
  expect(pageHead('/contact', 'A page', seedCatalogue, shop, undefined)).toContain('"FAQPage"')
})
