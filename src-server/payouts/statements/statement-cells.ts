import type { DateFormat } from '#shared/statement.ts'

export type Read<Value> = { value: Value } | { fault: string }

const pointAmount = /^([+-]?)(\d{1,11}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{0,2}))?$/
const commaAmount = /^([+-]?)(\d{1,11}|\d{1,3}(?:\.\d{3}){1,3})(?:,(\d{0,2}))?$/

const forms: Readonly<Record<DateFormat, RegExp>> = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  'DD.MM.YYYY': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
}

/** A day of a statement as '2026-11-30'. A time of the day after it is ignored. */
export function readDay(cell: string, format: DateFormat): Read<string> {
  const text = cell.trim()
  const parts = forms[format].exec(text.split(/[ T,]/)[0] ?? '')?.groups
  const fault = { fault: text === '' ? 'The date is empty.' : `'${text.slice(0, 40)}' is no date like ${format}.` }
  if (!parts) return fault
  const [year, month, day] = [Number(parts.year), Number(parts.month), Number(parts.day)]
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000 && year < 2100
  return isReal ? { value: date.toISOString().slice(0, 10) } : fault
}

/**
 * Cents of an amount such as '-1,234.50', '(12.00)', '$5', '12.00-' or '1.234,50'; null for an empty cell. An amount
 * with a third decimal is a fault.
 */
export function readCents(cell: string, decimal: '.' | ','): Read<number | null> {
  const text = cell.trim()
  if (text === '') return { value: null }
  const bare = text
    .replace(/\u2212/g, '-')
    .replace(/[\s\u00a0$]|USD/g, '')
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/^([^-].*)-$/, '-$1')
  const match = (decimal === '.' ? pointAmount : commaAmount).exec(bare)
  if (!match) return { fault: `'${text.slice(0, 40)}' is no amount like 1${decimal === '.' ? ',234.50' : '.234,50'}.` }
  const [, sign, whole = '0', fraction = ''] = match
  const cents = Number(whole.replace(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'))
  return { value: sign === '-' && cents !== 0 ? -cents : cents }
}
