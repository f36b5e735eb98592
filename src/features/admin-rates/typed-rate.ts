import { formatPercent } from '#shared/format-percent.ts'
import { formatCents, parseDollars } from '#shared/money.ts'

/** '+0.5 points', '−1 point'. */
export function formatPoints(bps: number): string {
  const points = Math.abs(bps) / 100
  return `${bps < 0 ? '−' : '+'}${points} ${points === 1 ? 'point' : 'points'}`
}

/** A rate as it is typed: '92.5' for 9250 basis points. */
export function percentText(bps: number): string {
  return String(bps / 100)
}

/** An amount as it is typed: '100' or '99.99'. */
export function dollarsText(cents: number): string {
  return formatCents(cents).slice(1).replace(/\.00$/, '')
}

export type Typed = { value: number } | { error: string }

/** Basis points of a typed percentage with at most two decimals, such as '92.5' or '92.5%'. */
export function readPercent(text: string): Typed {
  const typed = text.trim().replace(/%$/, '').trimEnd()
  if (!typed) return { error: 'Enter the rate in percent, such as 92.5.' }
  if (/^\d+,\d+$/.test(typed)) return { error: `Write ${typed.replace(',', '.')} with a point.` }
  const decimal = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(typed)
  if (!decimal) return { error: 'Write the rate in percent with at most two decimals, such as 92.5.' }
  const value = Number(decimal[1]) * 100 + Number((decimal[2] ?? '').padEnd(2, '0'))
  return value > 0 && value < 100
    ? { error: `This is ${formatPercent(value)}. Write percent, such as 92.5, not a fraction.` }
    : { value }
}

/** Basis points of a typed change in percent points: '-0.5', '+1'. Never 0. */
export function readPoints(text: string): Typed {
  const typed = text.trim().replace('−', '-')
  const decimal = /^([+-]?)(\d{1,2})(?:\.(\d{1,2}))?$/.exec(typed)
  if (!decimal) return { error: 'Enter the percent points to add, such as 0.5, or to take away, such as -0.5.' }
  const size = Number(decimal[2]) * 100 + Number((decimal[3] ?? '').padEnd(2, '0'))
  if (size === 0) return { error: 'Enter a number other than 0.' }
  return { value: decimal[1] === '-' ? -size : size }
}

/** Cents of a typed dollar amount. */
export function readDollars(text: string): Typed {
  const value = parseDollars(text)
  if (value !== null) return { value }
  return {
    error: text.trim()
      ? 'Write dollars with at most two decimals, such as 99.99.'
      : 'Enter an amount in dollars, such as 100.',
  }
}
