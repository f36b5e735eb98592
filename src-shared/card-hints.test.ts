import { expect, test } from 'vitest'
import { cardHints } from './card-hints.ts'
import { seedCatalogue } from './catalogue.ts'
import { networkBrands } from './network-brands.ts'

const { brands } = seedCatalogue

function hintsOf(slug: string, condition: 'brand-new' | 'partially-used' = 'brand-new') {
  const brand = seedCatalogue.find(slug)
  if (!brand) throw new Error(`No brand ${slug}.`)
  return cardHints(brand, condition)
}

test('explains where to find number and code for every brand', () => {
  for (const brand of brands) {
    const { number, code = number, expiry } = cardHints(brand, 'brand-new')
    for (const hint of [number, code, expiry]) expect(hint, brand.slug).toMatch(/^[A-Z0-9].*\.$/)
  }
})

test('has no second field for brands whose cards have one code', () => {
  const oneCode = brands.filter((brand) => cardHints(brand, 'brand-new').code === undefined).map(({ slug }) => slug)
  expect(oneCode.sort()).toEqual(
    ['amazon', 'apple', 'google-play', 'microsoft', 'nintendo', 'playstation', 'steam', 'xbox'].sort(),
  )
  expect(hintsOf('apple')).toMatchObject({
    number: '16 letters and digits that begin with X, on the back under the label.',
    mayLackCode: false,
  })
})

test('lets a customer say that the card has no PIN, unless all cards of the brand have one', () => {
  expect(['nike', 'roblox', 'visa', 'walmart'].map((slug) => hintsOf(slug).mayLackCode)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test.each(['visa', 'walmart-visa', 'mastercard'])('locates the number of a prepaid card (%s) on the front', (slug) => {
  expect(hintsOf(slug)).toMatchObject({
    number: '16 digits on the front of the card.',
    code: 'The 3 digits on the back, beside the signature.',
  })
})

const faster = 'This card has an expiry date. We check the card faster if you enter it below.'

test('asks for the expiry date of all payment network cards, also in the notes, and requires none', () => {
  const all = brands.map((brand) => ({ slug: brand.slug, ...cardHints(brand, 'brand-new') }))
  const noted = all.filter(({ notes }) => notes.includes(faster))
  expect(noted.map(({ slug }) => slug).sort()).toEqual([...networkBrands].sort())
  expect(all.filter(({ hasExpiry }) => hasExpiry)).toEqual(noted)
  expect(all.filter(({ needsExpiry }) => needsExpiry)).toEqual([])
})

test.each(['visa', 'nike', 'mastercard'])('requires the expiry date of a %s card if operators do', (slug) => {
  const brand = seedCatalogue.find(slug)
  if (!brand) throw new Error(`No brand ${slug}.`)
  const hints = cardHints({ ...brand, rules: { ...brand.rules, expiryNeeded: true } }, 'brand-new')
  expect(hints).toMatchObject({ needsExpiry: true, hasExpiry: true })
  expect(hints.notes).toContain('This card needs its expiry date. Enter it below.')
  expect(hints.notes).not.toContain(faster)
})

test('has hints of its own for American Express, except for the expiry date', () => {
  expect(hintsOf('american-express')).toMatchObject({
    number: '15 digits on the front of the card.',
    expiry: hintsOf('mastercard').expiry,
  })
})

test('has the brand-specific reasons for rejection in the notes', () => {
  expect(hintsOf('cvs').notes).toEqual([
    'CVS cards must be physical cards bought in a store.',
    'Add a photo of the store receipt that shows the date and amount.',
  ])
  expect(hintsOf('ebay', 'partially-used').notes).toEqual(['eBay cards cannot be partially used.'])
  expect(hintsOf('ebay').notes).toEqual([])
})
