import { expect, test } from 'vitest'
import { seedBrands } from '#shared/brands.ts'
import { isIndexed, pageHead, pathsOf } from './page-heads.ts'

/** The structured data of a page, by type. */
function structuredOf(path: string): Map<string, Record<string, unknown>> {
  const scripts = [...pageHead(path, 'A page').matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)]
  const parsed = scripts.map(([, text = '']) => JSON.parse(text) as Record<string, unknown>)
  return new Map(parsed.map((each) => [`${each['@type']}`, each]))
}

test('every indexed page has its own description of at most 160 characters', () => {
  const paths = ['/', '/exchange', '/supported-cards', '/contact', '/signup', '/privacy-policy', '/terms-of-service']
  const all = [...paths, ...pathsOf('/sell/$brand')]
  const descriptions = all.map((path) => /name="description" content="([^"]*)"/.exec(pageHead(path, 'x'))?.[1] ?? '')
  expect(new Set(descriptions).size).toBe(all.length)
  expect(descriptions.filter((text) => text.length < 50 || text.length > 160)).toEqual([])
})

test('pages of accounts and staff are not for search engines', () => {
  const closed = ['/transactions', '/transactions/$reference', '/admin', '/forgot-password', '/reset-password', '/$']
  for (const path of closed) {
    expect(isIndexed(path), path).toBe(false)
    expect(pageHead(path, 'x')).toBe('')
  }
})

test('a page names its own URL and the picture for link previews', () => {
  const head = pageHead('/sell/steam', 'Sell Steam gift cards for cash: 90% | Gift Card Exchange')
  for (const tag of [
    '<link rel="canonical" href="{{public-url}}sell/steam"',
    '<meta property="og:title" content="Sell Steam gift cards for cash: 90% | Gift Card Exchange"',
    '<meta property="og:url" content="{{public-url}}sell/steam"',
    '<meta property="og:image" content="{{public-url}}share.png"',
    '<meta name="twitter:card" content="summary_large_image"',
  ])
    expect(head).toContain(tag)
  expect(head).toContain('Sell your Steam gift card for 90% of its value: a $100 card pays $90.00.')
})

test('the structured data of a brand page are its breadcrumbs', () => {
  expect(structuredOf('/sell/best-buy').get('BreadcrumbList')?.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: '{{public-url}}' },
    { '@type': 'ListItem', position: 2, name: 'Supported Cards', item: '{{public-url}}supported-cards' },
    { '@type': 'ListItem', position: 3, name: 'Best Buy', item: '{{public-url}}sell/best-buy' },
  ])
})

test('the front page describes the organization, the contact page its questions', () => {
  expect(structuredOf('/').get('Organization')).toMatchObject({ name: 'Gift Card Exchange', url: '{{public-url}}' })
  const questions = structuredOf('/contact').get('FAQPage')?.mainEntity as { name: string }[]
  expect(questions.map(({ name }) => name)).toContain('What happens if you reject my card?')
})

test('every brand has a page of its own', () => {
  expect(new Set(pathsOf('/sell/$brand')).size).toBe(seedBrands.length)
  expect(pathsOf('/exchange')).toEqual(['/exchange'])
})
