import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardNumberCandidates, cardNumberLengths, maskCardNumber, normalizeCardNumber } from './card-number.ts'
import { seedCatalogue } from './catalogue.ts'
import { networkBrands } from './network-brands.ts'

const { brands } = seedCatalogue

const visa = '4111111111111111'
/** Separators and invisible characters that a number may be typed with, also to sell a card twice. */
const separators = [' ', '-', '.', '/', '_', ',', '#', '\u2013', '\u2011', '\u00a0', '\u200b', '\u00ad', '\u2060', '\t']

test.each([
  ' aB12-cd34 5678 ',
  'ab12.cd34.5678',
  '#AB12CD345678.',
  'ab12\u2011cd34\u00a05678',
  'ab\u200b12\u00adcd\u2060345678',
  '\uff21\uff22\uff11\uff12\uff23\uff24\uff13\uff14\uff15\uff16\uff17\uff18',
])('normalizes %j to AB12CD345678', (typed) => {
  expect(normalizeCardNumber(typed)).toBe('AB12CD345678')
})

test('has lengths only for brands of the catalogue', () => {
  const slugs = new Set(brands.map(({ slug }) => slug))
  expect(Object.keys(cardNumberLengths).filter((slug) => !slugs.has(slug))).toEqual([])
})

test.each([
  `${visa} 12/27`,
  `${visa}1227`,
  `${visa} 123`,
  `${visa}123`,
  '4111 1111 1111 1111 123',
  '4111-1111-1111-1111-12-27',
  `number ${visa}, code 123`,
  `123 ${visa}`,
])('finds the number in %j, which has more than the number', (typed) => {
  for (const brand of networkBrands) expect(cardNumberCandidates(typed, brand)).toContain(visa)
})

test.each([
  ['amazon', `${visa} 123`, visa],
  ['walmart', '6006 4912 3456 7890 1234', '6006491234567890'],
  ['walmart', '60064912345678901234', '6006491234567890'],
  ['apple', 'X2MW 9QP4 7TLZ 6KRD 8841', 'X2MW9QP47TLZ6KRD'],
  ['sephora', '6006491234567890/1234', '6006491234567890'],
])('finds the number of a %s card in %j: %s', (brand, typed, number) => {
  expect(cardNumberCandidates(typed, brand)).toContain(number)
})

test('finds no common number for cards of one batch, which differ in the last digits only', () => {
  const [one, next] = ['600', '601'].map((end) => cardNumberCandidates(`6006 4912 3456 7890 ${end}`, 'lowes'))
  expect(one?.filter((number) => next?.includes(number))).toEqual([])
})

test.each([
  ['visa', '4111 1111 1111 0040', '', '•••• 0040'],
  ['visa', `${visa} 123`, '', '•••• 1111'],
  ['visa', `${visa}123`, '', '•••• 1111'],
  ['visa', '4111 1111 1111 1111 123', '', '•••• 1111'],
  ['visa', '4111 1111 1111 0040 123', '', '•••• 0040'],
  ['american-express', '3782 822463 10005 1234', '', '•••• 0005'],
  ['walmart', '6006 4912 3456 7890 4321', '', '•••• 7890'],
  ['sephora', '6006491234567890 4321', '', '•••• 7890'],
  ['sephora', '6006 4912 3456 7890 4321', '4321', '•••• 7890'],
  ['sephora', '60064912345678904321', '4321', '•••• 7890'],
  ['sephora', '12345678 4321', '', '•••• 5678'],
  ['google-play', '0123 4567 89AB CDEF 4321', '4321', '•••• CDEF'],
  ['amazon', 'AQ3B-ABCDEF-GHIJ', 'AQ3B-ABCDEF-GHIJ', '•••• GHIJ'],
  ['apple', 'X2MW 9QP4 7TLZ 6KRD', '8841', '•••• 6KRD'],
  ['amazon', '6395 1003 4021 2003', '', '•••• 2003'],
  ['amazon', '6395100340212003', '6395100340212003', '•••• 2003'],
  ['apple', 'X2MW 9QP4 7TLZ 6KRD 8841', '', '•••• 8841'],
  ['target', '4111 1111 1111 2003', '', '•••• 2003'],
  ['target', '4111 1111 1111 111 12345678', '', '•••• 1111'],
  ['apple', '12-34-56-7', '', '••••'],
  ['apple', '', '', '••••'],
])('masks a %s card typed as %j with the code %j as %s', (brand, typed, code, shown) => {
  expect(maskCardNumber(typed, brand, code)).toBe(shown)
})

const runs = { seed: 20_261_122, numRuns: 3_000 }
const luhnValid = (payload: string) => {
  const sum = [...payload].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return payload + String((10 - (sum % 10)) % 10)
}
const networkNumber = fc.oneof(
  fc.stringMatching(/^4\d{14}$/),
  fc.stringMatching(/^5[1-5]\d{13}$/),
  fc.stringMatching(/^2[2-7]\d{13}$/),
  fc.stringMatching(/^3[47]\d{12}$/),
)
const separator = fc.array(fc.constantFrom(...separators), { maxLength: 3 }).map((all) => all.join(''))
/** The number as it may be typed: separators anywhere, full-width digits, either letter case. */
const typed = (number: string) =>
  fc.tuple(...[...number, ''].map(() => fc.tuple(separator, fc.boolean()))).map((marks) =>
    marks
      .map(([mark, isWide], at) => {
        const character = number[at] ?? ''
        const wide = /\d/.test(character)
          ? String.fromCharCode(character.charCodeAt(0) + 0xfee0)
          : character.toLowerCase()
        return mark + (isWide ? wide : character)
      })
      .join(''),
  )

test('normalizes every way to type a number to the same number', () => {
  const property = fc.property(
    fc.stringMatching(/^[A-Z0-9]{4,25}$/).chain((number) => fc.tuple(fc.constant(number), typed(number))),
    ([number, text]) => {
      expect(normalizeCardNumber(text)).toBe(number)
      expect(normalizeCardNumber(normalizeCardNumber(text))).toBe(number)
      expect(cardNumberCandidates(text, 'sephora')).toContain(number)
    },
  )
  fc.assert(property, runs)
})

test('finds and masks a network number with other text behind it', () => {
  const behind = fc
    .tuple(fc.constantFrom(' ', '', '/', '.', ' code '), fc.stringMatching(/^\d{0,4}$/))
    .map((all) => all.join(''))
  const brand = fc.constantFrom(...networkBrands)
  const numberAndText = networkNumber.map(luhnValid).chain((number) => fc.tuple(fc.constant(number), typed(number)))
  const property = fc.property(numberAndText, behind, brand, ([number, text], more, slug) => {
    expect(cardNumberCandidates(text + more, slug)).toContain(number)
    expect(maskCardNumber(text + more, slug)).toBe(`•••• ${number.slice(-4)}`)
  })
  fc.assert(property, runs)
})

test('never shows a code that was typed behind the number, for any brand', () => {
  const brand = fc.constantFrom(...brands.map(({ slug }) => slug))
  const number = fc.stringMatching(/^[1-8]{16}$/)
  // Digits that never occur in the number, so that showing one reveals the code.
  const code = fc.stringMatching(/^[09]{3,8}$/)
  const property = fc.property(
    brand,
    number,
    code,
    fc.constantFrom('', ' ', '-', ' / '),
    (slug, digits, own, between) => {
      expect(maskCardNumber(`${digits}${between}${own}`, slug, own)).not.toMatch(/[09]/)
    },
  )
  fc.assert(property, runs)
})
