import { compactText } from './compact-text.ts'

/** Money is integer cents, rates are integer basis points, never floats. Only API and screens have dollars. */

const BPS_PER_WHOLE = 10_000

/** Payout in cents for a card of `valueCents` at `rateBps`, rounded half up. Exact up to 9e11 cents. */
export function payoutCents(valueCents: number, rateBps: number) {
  return Math.floor((valueCents * rateBps + BPS_PER_WHOLE / 2) / BPS_PER_WHOLE)
}

/** Dollar amounts of the API are below this: with cents they have 14 digits, which a double keeps apart. */
const DOLLARS_END = 1e12

/** Cents of a dollar amount of the API; null when it is not below 1e12 or not a whole number of cents. */
export function centsFromDollars(dollars: number) {
  const cents = Math.round(Math.abs(dollars) * 100)
  return dollars < DOLLARS_END && dollarsFromCents(cents) === dollars ? cents : null
}

/** The nearest cents of a dollar amount of the API that has at most two decimals. */
export function roundedCents(dollars: number) {
  return Math.round(dollars * 100)
}

/** The sum of dollar amounts, to the cent: whole cents are added, because dollars are fractions. */
export function sumOfDollars(amounts: readonly number[]) {
  return dollarsFromCents(amounts.reduce((cents, dollars) => cents + roundedCents(dollars), 0))
}

/** The sum of a column of rows, by default of `cents`. */
export function sumOf<Name extends string = 'cents'>(
  rows: readonly Record<NoInfer<Name>, number>[],
  name = 'cents' as Name,
) {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

/** Dollars for the API. IEEE 754 division rounds correctly, so 1957 gives exactly 19.57. */
export function dollarsFromCents(cents: number) {
  return cents / 100
}

/** Fraction for the API: 9200 basis points are 0.92. */
export function fractionFromBps(bps: number) {
  return bps / BPS_PER_WHOLE
}

/** Cents of a typed amount: '$1,234.50', '.5', '１００'. Null for others: '12,50' must not become $1,250. */
export function parseDollars(text: string) {
  const amount = compactText(text).replace(/^\$\s*/, '')
  if (/^(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.\d{0,2})?$/.test(amount)) return centsFromDecimal(amount.replaceAll(',', ''))
  return /^\.\d{1,2}$/.test(amount) ? centsFromDecimal(`0${amount}`) : null
}

export const dollarsOf = (typed: string) => dollarsFromCents(parseDollars(typed) ?? 0)

/** '$1,234.50' */
export function formatCents(cents: number) {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const whole = Number(digits.slice(0, -2)).toLocaleString('en-US')
  return `${cents < 0 ? '-' : ''}$${whole}.${digits.slice(-2)}`
}

export function formatDollars(dollars: number) {
  return formatCents(roundedCents(dollars))
}

/** '$50', '$1,000': a whole limit without cents, for hints. */
export function formatWholeDollars(cents: number) {
  return formatCents(cents).replace(/\.00$/, '')
}

/** '92.0%' for a fraction of the API: quotes always show one decimal. */
export function formatRate(fraction: number) {
  return `${(Math.round(fraction * 1000) / 10).toFixed(1)}%`
}

/** '92%', '88.5%': at most one decimal, rounded down so that no quote is lower. */
export function formatTopRate(rateBps: number) {
  return `${Math.floor(rateBps / 10) / 10}%`
}

export function formatUpTo(rateBps: number) {
  return `Up to ${formatTopRate(rateBps)}`
}

function centsFromDecimal(decimal: string) {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}
