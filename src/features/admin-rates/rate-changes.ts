import { formatDateTime } from '#client/lib/format.ts'
import { formatPercent } from '#shared/format-percent.ts'
import { formatCents, formatWholeDollars, parseDollars } from '#shared/money.ts'
import { rateMoves } from '#shared/unusual-rates.ts'
import type { Edit, Terms } from './rate-edits.ts'

/** One line of a review. `step` is how far a rate moves, if all rates of the brand move alike. */
export type FieldChange = { field: string; before: string; after: string; step?: { bps: number; text: string } }

export function fieldChanges({ before, after }: Edit) {
  const fields: readonly (readonly [string, (terms: Terms) => string])[] = [
    ['Name', ({ name }) => name],
    ['Category', ({ category }) => category],
    ['State', stateText],
    ['Words for sellers', ({ pauseMessage }) => pauseMessage ?? 'The usual words'],
    ['Minimum', ({ minCents }) => formatWholeDollars(minCents)],
    ['Maximum', ({ maxCents }) => formatWholeDollars(maxCents)],
    ['Rate', rateText],
    ['Photos needed', ({ rules }) => String(rules.photosNeeded)],
    ['Expiry date', ({ rules }) => (rules.expiryNeeded ? 'Needed' : 'Not needed')],
    ['Number format', numberFormatText],
  ]
  return fields.flatMap(([field, text]) => {
    const change = { field, before: text(before), after: text(after) }
    if (change.before === change.after) return []
    const bps = field === 'Rate' ? commonStep({ before, after }) : 0
    return [bps === 0 ? change : { ...change, step: { bps, text: formatPoints(bps) } }]
  })
}

/** '92%' for one rate, '$50 to $99.99: 89%' for each of several. */
export function rateText({ bands }: Pick<Terms, 'bands'>) {
  const [first] = bands
  if (bands.length === 1 && first) return formatPercent(first.rateBps)
  return bands
    .map(({ fromCents, toCents, rateBps }) => {
      return `${formatWholeDollars(fromCents)} to ${formatWholeDollars(toCents)}: ${formatPercent(rateBps)}`
    })
    .join(', ')
}

/** '92%', or '89% to 92%' for several rates. */
export function rateRange({ bands }: Pick<Terms, 'bands'>) {
  const rates = bands.map(({ rateBps }) => rateBps)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  return low === high ? formatPercent(low) : `${formatPercent(low)} to ${formatPercent(high)}`
}

export const stateNames = { active: 'Active', paused: 'Paused', hidden: 'Hidden' } as const

function stateText({ state, resumeAt }: Terms) {
  return state === 'paused' && resumeAt ? `Paused until ${formatDateTime(resumeAt)}` : stateNames[state]
}

function numberFormatText({ rules: { numberFormat } }: Terms) {
  if (!numberFormat) return 'The checks of the program'
  const { lengths, characters, prefix } = numberFormat
  const kind = characters === 'digits' ? 'digits' : 'letters and digits'
  return `${lengths.length > 0 ? `${lengths.join(' or ')} ` : ''}${kind}${prefix ? `, begins with ${prefix}` : ''}`
}

function commonStep(edit: Edit) {
  const [first = 0, ...others] = rateMoves(edit).map(({ from, to }) => to - from)
  return others.every((step) => step === first) ? first : 0
}

/** '+0.5 points', '−1 point'. */
export function formatPoints(bps: number) {
  const points = Math.abs(bps) / 100
  return `${bps < 0 ? '−' : '+'}${points} ${points === 1 ? 'point' : 'points'}`
}

/** A rate as it is typed: '92.5' for 9250 basis points. */
export function percentText(bps: number) {
  return String(bps / 100)
}

/** An amount as it is typed: '100' or '99.99'. */
export function dollarsText(cents: number) {
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
