import { describe, expect, it, test } from 'vitest'
import { cardNumberWarning, expiryWarning, securityCodeWarning } from './card-checks.ts'
import { cardHints } from './card-hints.ts'
import { cardNote } from './card-note.ts'
import { seedCatalogue } from './catalogue.ts'
import { networkBrands } from './network-brands.ts'

const { brands } = seedCatalogue

function brandOf(slug: string) {
  const brand = seedCatalogue.find(slug)
  if (!brand) throw new Error(`No brand ${slug}.`)
  return brand
}

describe('cardNumberWarning', () => {
  test.each([
    ['visa', '4111 1111 1111 1111'],
    ['walmart-visa', '4111-1111-1111-1111'],
    ['mastercard', '5555 5555 5555 4444'],
    ['mastercard', '2223 0031 2200 3222'],
    ['american-express', '3782 822463 10005'],
    ['one-vanilla', '4111111111111111'],
    ['amazon', 'AQ3B-ABCDEF-GHIJ'],
    ['amazon', 'AQ3B ABCDEF GHIJK'],
    ['apple', 'x2mw 9qp4 7tlz 6krd'],
    ['google-play', '0123 4567 89AB CDEF'],
    ['google-play', '0123 4567 89AB CDEF GHIJ'],
    ['xbox', 'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE'],
    ['walmart', '6006 4912 3456 7890'],
    ['target', '041 234 567 890 123'],
    ['sephora', '6006491234567890123'],
    ['nike', 'AB12CD34'],
    ['visa', ' '],
  ])('accepts the %s number %j', (slug, number) => {
    expect(cardNumberWarning(brandOf(slug), number)).toBeUndefined()
  })

  test.each([
    ['visa', '1', 'Visa numbers have 16 digits. You entered 1.'],
    ['visa', 'x', 'Visa numbers have digits only.'],
    ['visa', '\u{1f4b3}', 'Visa numbers have 16 digits. You entered 0.'],
    ['visa', '4111 1111 1111 1111 123', 'Visa numbers have 16 digits. You entered 19.'],
    ['visa', '5555 5555 5555 4444', 'Visa numbers start with 4.'],
    ['visa', '4111 1111 1111 1112', "This can't be a Visa number. Check each digit."],
    ['mastercard', '5555 5555 5555 4443', "This can't be a Mastercard number. Check each digit."],
    ['american-express', '3782 8224 6310 0050', 'American Express numbers have 15 digits. You entered 16.'],
    ['amazon', 'AQ3B', 'Amazon codes have 14 or 15 letters and digits. You entered 4.'],
    ['apple', 'Y2MW 9QP4 7TLZ 6KRD', 'Apple codes start with X.'],
    ['apple', 'XÄMW 9QP4 7TLZ 6KRD', 'Apple codes have only the letters A to Z and digits.'],
    ['walmart', '6006 4912 3456 789', 'Walmart numbers have 16 digits. You entered 15.'],
    ['nike', '12', 'Nike numbers are longer than that. You entered 2.'],
  ])('warns of the %s number %j', (slug, number, warning) => {
    expect(cardNumberWarning(brandOf(slug), number)).toBe(warning)
  })

  test('finds any single wrong digit of a payment network card', () => {
    const right = [...'4539578763621486']
    for (const at of right.keys())
      for (const digit of '0123456789') {
        const typed = right.with(at, digit).join('')
        expect(cardNumberWarning(brandOf('visa'), typed) === undefined, typed).toBe(typed === right.join(''))
      }
  })
})

describe('securityCodeWarning', () => {
  test.each([
    ['visa', '123'],
    ['american-express', '1234'],
    ['target', '1234 5678'],
    ['walmart', '0000'],
    ['nike', 'whatever is printed'],
    ['visa', ''],
  ])('accepts the %s code %j', (slug, code) => {
    expect(securityCodeWarning(brandOf(slug), code)).toBeUndefined()
  })

  test.each([
    ['visa', '12', 'Visa security codes have 3 digits. You entered 2.'],
    ['visa', 'y', 'Visa security codes have digits only.'],
    ['american-express', '123', 'American Express security codes have 4 digits. You entered 3.'],
    ['starbucks', '1234', 'Starbucks security codes have 8 digits. You entered 4.'],
  ])('warns of the %s code %j', (slug, code, warning) => {
    expect(securityCodeWarning(brandOf(slug), code)).toBe(warning)
  })

  test('counts the digits that the hint of the brand names', () => {
    for (const brand of brands) {
      const [digits] = /\d(?= digits)/.exec(cardHints(brand, 'brand-new').code ?? '') ?? []
      const warning = securityCodeWarning(brand, '12345678901')
      expect(warning?.match(/have (\d) digits/)?.[1], brand.slug).toBe(digits)
    }
  })
})

describe('expiryWarning', () => {
  const now = new Date(2030, 2, 31)

  test.each(['03/30', '3/30', '12/2039', '04-30', '04.30', '0430', ' 04 / 30 ', ''])('accepts %j', (text) => {
    expect(expiryWarning(text, now)).toBeUndefined()
  })

  test.each([
    ['02/30', 'This card expired in 02/30.'],
    ['1/2020', 'This card expired in 01/20.'],
    ['12/29', 'This card expired in 12/29.'],
    ['abc', 'Enter the month and year as MM/YY, like 09/28.'],
    ['13/31', 'Enter the month and year as MM/YY, like 09/28.'],
    ['2031', 'Enter the month and year as MM/YY, like 09/28.'],
    ['03/30/31', 'Enter the month and year as MM/YY, like 09/28.'],
  ])('warns of %j', (text, warning) => {
    expect(expiryWarning(text, now)).toBe(warning)
  })
})

test.each([
  ['AB12', 'Apple codes have 8 or 10 letters and digits. You entered 4.'],
  ['QQ345678', 'Apple codes start with GC.'],
  ['gc-34 5678', undefined],
])('checks %j by the format that an operator has set', (text, warning) => {
  const numberFormat = { lengths: [8, 10], characters: 'letters-and-digits' as const, prefix: 'gc' }
  const apple = brandOf('apple')
  expect(cardNumberWarning({ ...apple, rules: { ...apple.rules, numberFormat } }, text)).toBe(warning)
})

test('a format of digits without lengths and prefix accepts any long number', () => {
  const numberFormat = { lengths: [], characters: 'digits' as const, prefix: '' }
  const apple = brandOf('apple')
  const warning = (text: string) => cardNumberWarning({ ...apple, rules: { ...apple.rules, numberFormat } }, text)
  expect(warning('1234 5678 9012')).toBeUndefined()
  expect(warning('X234 5678 9012')).toBe('Apple numbers have digits only.')
  expect(warning('1234')).toBe('Apple numbers are longer than that. You entered 4.')
})

it('warns about a partially used eBay card, not about a new one', () => {
  expect(cardNote('ebay', 'partially-used')).toContain('eBay')
  expect(cardNote('ebay', 'brand-new')).toBeUndefined()
})

it('warns about CVS in any condition, and not about most brands', () => {
  expect(cardNote('cvs', 'brand-new')).toContain('physical')
  expect(cardNote('apple', 'partially-used')).toBeUndefined()
})

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
