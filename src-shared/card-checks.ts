import type { Brand } from './brand.ts'
import { hasOnlyDigits, isLuhnValid, lengthsOf, normalizeCardNumber } from './card-number.ts'
import { compactText } from './compact-text.ts'
import { isNetworkBranded } from './network-brands.ts'

/** Soft checks of what a customer copies from a card: a warning or undefined. They never block an order. */

const SHORTEST_NUMBER = 8

const beginnings: Readonly<Record<string, string>> = {
  apple: 'X',
  visa: '4',
  'target-visa': '4',
  'walmart-visa': '4',
  'american-express': '3',
}

/** Digits of the security code; payment network cards without a row have 3. */
const securityCodeLengths: Readonly<Record<string, number>> = {
  walmart: 4,
  target: 8,
  'best-buy': 4,
  starbucks: 8,
  'american-express': 4,
}

type NamedBrand = Pick<Brand, 'slug' | 'name' | 'rules'>

/** The format that an operator has set for the brand applies in place of the one that the program knows. */
export function cardNumberWarning({ slug, name, rules }: NamedBrand, text: string) {
  const typed = compactText(text)
  if (typed === '') return undefined
  const number = normalizeCardNumber(typed)
  const { isDigits, lengths, start } = formatOf(slug, rules.numberFormat)
  const numbers = `${name} ${isDigits || lengths.length === 0 ? 'numbers' : 'codes'}`
  if (isDigits && !/^\d*$/.test(number)) return `${numbers} have digits only.`
  if (!/^[A-Z0-9]*$/.test(number)) return `${numbers} have only the letters A to Z and digits.`
  if (lengths.length === 0 && number.length < SHORTEST_NUMBER)
    return `${numbers} are longer than that. You entered ${number.length}.`
  if (lengths.length > 0 && !lengths.includes(number.length))
    return `${numbers} have ${lengths.join(' or ')} ${isDigits ? 'digits' : 'letters and digits'}. You entered ${number.length}.`
  if (!number.startsWith(start)) return `${numbers} start with ${start}.`
  const isPossible = !isNetworkBranded(slug) || isLuhnValid(number)
  return isPossible ? undefined : `This can't be a ${name} number. Check each digit.`
}

function formatOf(slug: string, format: Brand['rules']['numberFormat']) {
  if (!format) return { isDigits: hasOnlyDigits(slug), lengths: lengthsOf(slug), start: beginnings[slug] ?? '' }
  const { characters, lengths, prefix } = format
  return { isDigits: characters === 'digits', lengths, start: normalizeCardNumber(prefix) }
}

export function securityCodeWarning({ slug, name }: Pick<Brand, 'slug' | 'name'>, text: string) {
  const length = securityCodeLengths[slug] ?? (isNetworkBranded(slug) ? 3 : undefined)
  const typed = compactText(text)
  if (typed === '' || length === undefined) return undefined
  const code = normalizeCardNumber(typed)
  if (!/^\d*$/.test(code)) return `${name} security codes have digits only.`
  return code.length === length
    ? undefined
    : `${name} security codes have ${length} digits. You entered ${code.length}.`
}

/** Checks that the expiry date is a month and that the month is not over. `now` in the customer's time zone. */
export function expiryWarning(text: string, now: Date) {
  const typed = compactText(text)
  if (typed === '') return undefined
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*(?:[/.-]\s*)?((?:20)?\d{2})$/.exec(typed.normalize('NFKC')) ?? []
  if (month === undefined || year === undefined) return 'Enter the month and year as MM/YY, like 09/28.'
  const monthsLeft = (2000 + (Number(year) % 100) - now.getFullYear()) * 12 + Number(month) - 1 - now.getMonth()
  return monthsLeft < 0 ? `This card expired in ${month.padStart(2, '0')}/${year.slice(-2)}.` : undefined
}
