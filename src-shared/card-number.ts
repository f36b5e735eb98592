import { hasOneCode } from './card-hints.ts'
import { withoutInvisible } from './compact-text.ts'
import { isNetworkBranded } from './network-brands.ts'

/** Finds the card number in what a customer typed, and masks it. Nothing here rejects an input. */

/** The lengths of a brand's numbers in characters, where all of its numbers have one of these lengths. */
export const cardNumberLengths = {
  amazon: [14, 15],
  apple: [16],
  'google-play': [16, 20],
  steam: [15],
  xbox: [25],
  microsoft: [25],
  playstation: [12],
  nintendo: [16],
  walmart: [16],
  target: [15],
  'best-buy': [16],
  starbucks: [16],
  'american-express': [15],
} as const satisfies Readonly<Record<string, readonly number[]>>

const lengthsBySlug: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(cardNumberLengths))
const digitsOnly: ReadonlySet<string> = new Set(['walmart', 'target', 'best-buy', 'starbucks'])

/** A piece of at least this length is a number of its own; people group digits in fours and fives. */
const NUMBER_PIECE = 8

const SHORTEST_CODE = 3

/** NFKC, upper case, letters and digits only, so that punctuation and invisible characters make no difference. */
export function normalizeCardNumber(text: string) {
  return piecesOf(text).join('')
}

/** All numbers that the text may mean, so that a card is recognised with an expiry date or a code behind it. */
export function cardNumberCandidates(text: string, brand: string) {
  const pieces = piecesOf(text)
  const whole = pieces.join('')
  const digits = whole.replace(/\P{Nd}/gu, '')
  const candidates = [
    whole,
    ...pieces.filter((piece) => piece.length >= NUMBER_PIECE),
    ...(digits.length >= NUMBER_PIECE ? [digits] : []),
    ...networkNumbers(digits),
    ...beginnings(hasOnlyDigits(brand) ? digits : whole, brand),
  ]
  return [...new Set(candidates)].filter((candidate) => candidate !== '')
}

/** Shows the last 4 typed characters: '•••• 0040'; none of fewer than 8. A security code behind it is left out. */
export function maskCardNumber(text: string, brand: string, securityCode = '') {
  const number = shownNumber(text, brand, normalizeCardNumber(securityCode))
  return number.length >= 8 ? `•••• ${number.slice(-4)}` : '••••'
}

function shownNumber(text: string, brand: string, code: string) {
  const pieces = piecesOf(text)
  const whole = pieces.join('')
  const digits = whole.replace(/\P{Nd}/gu, '')
  // A text with letters is no number of a digits-only brand, so the brand's lengths do not apply.
  const isForeign = hasOnlyDigits(brand) && digits.length < NUMBER_PIECE
  const plain = hasOnlyDigits(brand) && !isForeign ? digits : whole
  const lengths = isForeign ? [] : lengthsOf(brand)
  const isOfBrand = (number: string) => lengths.includes(number.length)
  const beforeCode = withoutEnd(plain, code)
  if (hasOneCode(brand)) return beforeCode
  const networkNumber = isNetworkBranded(brand) ? firstNetworkNumber(pieces, beforeCode.length) : undefined
  if (networkNumber !== undefined) return networkNumber
  const found = [beforeCode, plain, ...pieces].find(isOfBrand)
  if (found !== undefined) return found
  const rest = plain.length - Math.min(...lengths)
  // The rest may be the security code.
  if (rest > 0) return rest >= SHORTEST_CODE ? plain.slice(0, -rest) : beforeCode
  const piece = pieces.find(({ length }) => length >= NUMBER_PIECE) ?? plain
  return withoutEnd(piece, code)
}

/** '16, not 14 or 15': how many characters were typed of a number; undefined for a length that the brand has. */
export function unusualLength(text: string, brand: string) {
  const [{ length }, lengths] = [normalizeCardNumber(text), lengthsOf(brand)]
  return lengths.length === 0 || lengths.includes(length) ? undefined : `${length}, not ${lengths.join(' or ')}`
}

function withoutEnd(number: string, end: string) {
  const isEnd = end !== '' && number.endsWith(end) && number.length - end.length >= NUMBER_PIECE
  return isEnd ? number.slice(0, -end.length) : number
}

/** The lengths of the brand's numbers in characters; empty when they differ too much to say. */
export function lengthsOf(brand: string) {
  return lengthsBySlug.get(brand) ?? (isNetworkBranded(brand) ? [16] : [])
}

export function hasOnlyDigits(brand: string) {
  return digitsOnly.has(brand) || isNetworkBranded(brand)
}

function piecesOf(text: string): string[] {
  const seen = withoutInvisible(text.normalize('NFKC'))
  return seen.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function beginnings(plain: string, brand: string) {
  const lengths = lengthsOf(brand)
  return plain.length > Math.max(...lengths, 0) ? lengths.map((length) => plain.slice(0, length)) : []
}

/** Visa, Mastercard (two ranges) and American Express; the last digit is a Luhn check digit (ISO/IEC 7812-1). */
const networkNumber = /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13})$/

function networkNumbers(digits: string) {
  return [...digits].flatMap((_, at) => networkNumberAt(digits, at) ?? [])
}

function networkNumberAt(digits: string, at: number) {
  return [15, 16]
    .map((length) => digits.slice(at, at + length))
    .find((number) => networkNumber.test(number) && isLuhnValid(number))
}

function firstNetworkNumber(pieces: readonly string[], end: number) {
  const digitPieces = pieces.map((piece) => piece.replace(/\P{Nd}/gu, ''))
  const digits = digitPieces.join('').slice(0, end)
  return digitPieces
    .map((_, at) => networkNumberAt(digits, digitPieces.slice(0, at).join('').length))
    .find((number) => number !== undefined)
}

/** Whether the last of these digits is the Luhn check digit of the others (ISO/IEC 7812-1). */
export function isLuhnValid(number: string) {
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
