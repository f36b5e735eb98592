import { expect, test } from 'vitest'
import { brandTermsProblems } from './brand-terms-problems.ts'
import { brandCategories } from './brands.ts'
import { seedCatalogue } from './catalogue.ts'
import type { BrandTerms } from './catalogue-schema.ts'
import { isNetworkBranded } from './network-brands.ts'

const { brands } = seedCatalogue

const browse = brands.filter((brand) => brand.browse)

test('has 100 brands with distinct slugs and names', () => {
  expect(brands).toHaveLength(100)
  expect(new Set(brands.map((brand) => brand.slug)).size).toBe(100)
  expect(new Set(brands.map((brand) => brand.name.toLowerCase())).size).toBe(100)
})

/** Slugs are addresses of pages (`/sell/steam`), which search engines and other sites link to. */
const published = `
  amazon apple google-play steam walmart target best-buy visa mastercard american-express ebay nike adidas sephora
  ulta-beauty starbucks playstation xbox nintendo roblox razer uber uber-eats doordash airbnb netflix spotify hulu
  disney home-depot lowes ikea wayfair macys nordstrom kohls jcpenney bloomingdales saks-fifth-avenue neiman-marcus
  cvs walgreens gamestop costco sams-club whole-foods kroger instacart grubhub delta southwest-airlines
  american-airlines hotels-com lyft microsoft meta twitch newegg vanilla one-vanilla target-visa walmart-visa
  lululemon foot-locker coach tiffany victorias-secret bath-and-body-works h-and-m zara gap old-navy american-eagle
  urban-outfitters chipotle dominos subway dunkin panera-bread chick-fil-a burger-king mcdonalds cheesecake-factory
  olive-garden chilis amc-theatres fandango stubhub office-depot staples rei dicks-sporting-goods cabelas
  bass-pro-shops crate-and-barrel williams-sonoma pottery-barn petsmart petco barnes-and-noble
`
test('keeps every published slug', () => {
  const slugs = new Set(brands.map(({ slug }) => slug))
  expect(
    published
      .trim()
      .split(/\s+/)
      .filter((slug) => !slugs.has(slug)),
  ).toEqual([])
})

test('derives each slug from the name or its start', () => {
  for (const { slug, name } of brands) {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    const letters = name
      .toLowerCase()
      .replaceAll('&', 'and')
      .replace(/[^a-z0-9]/g, '')
    expect(letters.startsWith(slug.replaceAll('-', '')), slug).toBe(true)
  }
})

test.each([
  ['amazon', 9300],
  ['apple', 9200],
  ['google-play', 9100],
  ['steam', 9000],
  ['walmart', 9100],
  ['target', 9100],
])('pays %s at %i basis points', (slug, rateBps) => {
  expect(seedCatalogue.find(slug)?.rateBps).toBe(rateBps)
})

test('pays between 87% and 93%, and 93% for Amazon only', () => {
  for (const { slug, rateBps } of brands) {
    expect(Number.isInteger(rateBps) && rateBps >= 8700 && rateBps <= 9300, slug).toBe(true)
  }
  expect(brands.filter((brand) => brand.rateBps > 9200).map((brand) => brand.slug)).toEqual(['amazon'])
})

test.each([
  ['amazon', 25],
  ['best-buy', 50],
  ['one-vanilla', 100],
  ['coach', 200],
])('accepts %s from $%i', (slug, dollars) => {
  expect(seedCatalogue.find(slug)?.minCents).toBe(dollars * 100)
})

test('has only the minimums $25, $50, $100 and $200', () => {
  const minimums = new Set(brands.map((brand) => brand.minCents))
  expect([...minimums].sort((a, b) => a - b)).toEqual([2500, 5000, 10_000, 20_000])
})

test('shows 49 brands on the supported-cards page, from every category', () => {
  expect(browse).toHaveLength(49)
  expect(new Set(browse.map((brand) => brand.category))).toEqual(new Set(brandCategories))
  expect(browse.filter((brand) => brand.browse?.popular)).toHaveLength(8)
})

test('has 12 categories', () => {
  expect(new Set(brandCategories).size).toBe(12)
})

test('limits browse cards to $2,000, and one airline card to $5,000', () => {
  const larger = browse.filter((brand) => brand.browse?.maxCents !== 200_000)
  expect(larger.map((brand) => [brand.name, brand.category, brand.browse?.maxCents])).toEqual([
    ['Delta', 'Transportation', 500_000],
  ])
})

test('has a colour for every card', () => {
  for (const { slug, colour } of brands) expect(colour, slug).toMatch(/^#[0-9a-f]{6}$/)
})

test('requires two photos of every Visa brand and one of any other', () => {
  const needTwo = brands.filter((brand) => brand.rules.photosNeeded === 2).map((brand) => brand.slug)
  expect(needTwo).toEqual(['visa', 'target-visa', 'walmart-visa'])
  expect(brands.every((brand) => [1, 2].includes(brand.rules.photosNeeded))).toBe(true)
})

test.each(['__proto__', 'constructor', '', 'AMAZON', 'unknown'])('does not find the brand %j', (slug) => {
  expect(seedCatalogue.find(slug)).toBeUndefined()
})

test('contains exactly the brands of the catalogue that name a network', () => {
  const named = brands.filter(({ name }) => /visa|mastercard|american express|vanilla/i.test(name))
  expect(brands.filter(({ slug }) => isNetworkBranded(slug))).toEqual(named)
  expect(named.length).toBeGreaterThan(5)
})

const band = (fromCents: number, toCents: number, rateBps = 9000) => ({ fromCents, toCents, rateBps })
const apple = seedCatalogue.find('apple') as BrandTerms
const problemsOf = (changes: Partial<BrandTerms>) =>
  brandTermsProblems({ ...apple, ...changes }).map(({ field, message }) => `${field}: ${message}`)

test('accepts every brand of the program, and bands in any order', () => {
  for (const brand of seedCatalogue.brands) expect(brandTermsProblems(brand), brand.slug).toEqual([])
  expect(problemsOf({ bands: [band(10_000, 500_000), band(5000, 9999)] })).toEqual([])
})

test.each<[string, Partial<BrandTerms>, string]>([
  ['no name', { name: ' ' }, 'name: Enter the name of apple.'],
  ['a minimum below $1', { minCents: 99 }, 'minCents: Apple: the minimum is $1 to $5,000.'],
  ['a maximum above $5,000', { maxCents: 500_001 }, 'maxCents: Apple: the maximum is at most $5,000.'],
  ['a maximum below the minimum', { maxCents: 4999 }, 'maxCents: Apple: the maximum is below the minimum.'],
  ['no bands', { bands: [] }, 'bands: Apple has no rate.'],
  ['a rate above 100%', { bands: [band(5000, 500_000, 10_001)] }, 'bands: Apple: a rate is 1% to 100%, not 100.01%.'],
  [
    'a reversed band',
    { bands: [band(5000, 4000)] },
    'bands: Apple: a band ends at $40.00, before it begins at $50.00.',
  ],
  ['a hole at the start', { bands: [band(6000, 500_000)] }, 'bands: Apple: there is no rate from $50.00 to $59.99.'],
  [
    'a hole at the end',
    { bands: [band(5000, 400_000)] },
    'bands: Apple: there is no rate from $4,000.01 to $5,000.00.',
  ],
  [
    'an overlap',
    { bands: [band(5000, 20_000), band(10_000, 500_000)] },
    'bands: Apple: two rates apply from $100.00 to $200.00.',
  ],
  [
    'a band below the minimum',
    { bands: [band(4000, 500_000)] },
    'bands: Apple: a band begins at $40.00, below the minimum.',
  ],
  ['a band above the maximum', { maxCents: 200_000 }, 'bands: Apple: a band ends at $5,000.00, above the maximum.'],
])('rejects %s', (_, changes, problem) => {
  expect(problemsOf(changes)).toEqual([problem])
})
