import { describe, expect, test } from 'vitest'
import { cardNumberWarning, expiryWarning, securityCodeWarning } from './card-checks.ts'
import { cardHints } from './card-hints.ts'
import { seedCatalogue } from './catalogue.ts'

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
