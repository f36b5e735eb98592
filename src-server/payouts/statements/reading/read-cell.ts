import type { DateFormat } from '#shared/statement.ts'

/** A value, or why a cell has none. */
export type Read<Value> = { value: Value } | { fault: string }

/** Without what no one sees and halves of pairs, which no database stores. */
export const plain = (cell: string) =>
  cell
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
const shown = (text: string) => `'${text.slice(0, 40)}'`

/** Nothing may be between digits and letters, as in 30Nov2026. A time of the day follows at most. */
const separated =
  /^([a-z]{3,9}|\d{1,4})(?:[\s./,\-\u2010-\u2015\u2212]{1,3}|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z]))([a-z]{3,9}|\d{1,4})(?:[\s./,\-\u2010-\u2015\u2212]{1,3}|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z]))(\d{1,4})(?:[\sT,]{1,3}\d{1,2}:\d\d.*)?$/i
const together = /^(\d{8}|\d{6})(?:[\sT]{1,3}\d.*)?$/
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]*\s+/i
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const orderOf = (format: DateFormat) => (format[0] === 'Y' ? 'YMD' : format[0] === 'M' ? 'MDY' : 'DMY')

/** Whether a cell begins as a date does; a note or 'Total' does not. */
export function looksLikeDay(cell: string) {
  const text = cell.replace(weekday, '')
  return /^\d/.test(text) || (/^[a-z]{3,9}[\s.]*\d/i.test(text) && months.includes(text.slice(0, 3).toLowerCase()))
}

/**
 * A day of a statement as '2026-11-30', in the order of `format` with any separator or none, a month as a number or a
 * name. `canExchange` says that day and month could be each other.
 */
export function readDay(cell: string, format: DateFormat): Read<{ day: string; canExchange: boolean }> {
  const fault = { fault: cell === '' ? 'The date is empty.' : `${shown(cell)} is no date like ${format}.` }
  const order = orderOf(format)
  const parts = partsOf(cell.replace(weekday, ''), order)
  if (!parts) return fault
  const at = parts.findIndex((each) => /[a-z]/i.test(each))
  const [year, month, day] = at < 0 ? numbersOf(parts, order) : namedOf(parts, at, order)
  if (![2, 4].includes(year.length) || month.length > 2 || day.length > 2) return fault
  const [fullYear, monthNumber, dayNumber] = [Number(year.padStart(4, '20')), Number(month), Number(day)]
  const date = new Date(Date.UTC(fullYear, monthNumber - 1, dayNumber))
  const isReal = date.getUTCMonth() === monthNumber - 1 && date.getUTCDate() === dayNumber
  if (!isReal || fullYear < 2000 || fullYear > 2099) return fault
  const canExchange = at < 0 && order !== 'YMD' && dayNumber <= 12
  return { value: { day: date.toISOString().slice(0, 10), canExchange } }
}

type Parts = [string, string, string]

function partsOf(text: string, order: string): Parts | undefined {
  const digits = together.exec(text)?.[1]
  if (digits === undefined) {
    const [, ...parts] = separated.exec(text) ?? []
    return parts.length === 3 ? (parts as Parts) : undefined
  }
  const year = digits.length - 4
  const [first, second] = order === 'YMD' ? [year, year + 2] : [2, 4]
  return [digits.slice(0, first), digits.slice(first, second), digits.slice(second)]
}

/** Year, month and day. */
function numbersOf([first, second, third]: Parts, order: string): Parts {
  if (order === 'YMD') return [first, second, third]
  return order === 'MDY' ? [third, first, second] : [third, second, first]
}

function namedOf(parts: Parts, at: number, order: string): Parts {
  const [one = '', other = ''] = parts.filter((_, index) => index !== at)
  const month = months.indexOf((parts[at] ?? '').slice(0, 3).toLowerCase()) + 1
  const isYearFirst = one.length === 4 || (order === 'YMD' && other.length < 4)
  return isYearFirst ? [one, String(month), other] : [other, String(month), one]
}

const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
const dollarMarks = /US\$|USD|\$/gi
const signed = /^(\()?([+-]|CR|DR)?(\d[\d.,'\u2019 ]*|[.,]\d+)([+-]|CR|DR|C|D)?(\))?$/i
const pointNumber = /^(\d{1,11}|\d{1,3}([,'\u2019 ])\d{3}(?:\2\d{3}){0,2})?(?:\.(\d*))?$/
const commaNumber = /^(\d{1,11}|\d{1,3}([.'\u2019 ])\d{3}(?:\2\d{3}){0,2})?(?:,(\d*))?$/

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** The currency that an amount names, when it is not the dollar of the United States. */
export function otherCurrencyIn(cell: string): string | undefined {
  const mark = /[€£¥₹]|\b(?!US\$)[A-Z]{1,2}\$/.exec(cell)?.[0]
  return mark ?? cell.match(/\b[A-Z]{3}\b/g)?.find((code) => code !== 'USD' && currencies.has(code))
}

/**
 * Cents of an amount such as '-1,234.50', '(12.00)', '$5', '-.50', '12.00 DR' or '1.234,50'; null without a digit. More
 * than cents is a fault, and so is '1.000', which could be one or a thousand.
 */
export function readCents(cell: string, decimal: '.' | ','): Read<number | null> {
  if (!/\d/.test(cell)) return { value: null }
  const like = decimal === '.' ? '1,234.50' : '1.234,50'
  const fault = { fault: `${shown(cell)} is no amount like ${like}.` }
  const bare = cell.replace(dashes, '-').replace(dollarMarks, '').replace(/\s+/g, ' ')
  const [, open, before, digits = '', after, close] = signed.exec(bare.replace(/^ | (?!\d)|(?<!\d) | $/g, '')) ?? []
  const number = (decimal === '.' ? pointNumber : commaNumber).exec(digits)
  const marks = [open, before, after].filter((mark) => mark !== undefined)
  if (digits === '' || !number || marks.length > 1 || (open === undefined) !== (close === undefined)) return fault
  const [, whole = '0', group, fraction = ''] = number
  if (/[1-9]/.test(fraction.slice(2))) return fault
  if (fraction.length === 3 && group === undefined && Number(whole) > 0 && whole.length <= 3)
    return { fault: `${shown(cell)} can be ${whole} or ${whole}000. Export amounts with two decimals.` }
  const cents = Number(whole.replace(/\D/g, '')) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  const isNegative = open !== undefined || /^(-|DR?)$/i.test(marks[0] ?? '')
  return { value: isNegative && cents !== 0 ? -cents : cents }
}
