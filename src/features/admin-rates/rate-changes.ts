import { formatDateTime } from '#client/lib/format.ts'
import { rateAt } from '#shared/brand.ts'
import { formatWholeDollars } from '#shared/money.ts'
import type { Edit } from './rate-edits.ts'
import type { Terms } from './terms.ts'
import { formatPercent, formatPoints } from './typed-rate.ts'

/** One line of a review. `step` is how far a rate moves, if all rates of the brand move alike. */
export type FieldChange = { field: string; before: string; after: string; step?: { bps: number; text: string } }

/** Above this number of brands a publication asks for the number. */
export const MANY_BRANDS = 30
const LOW_RATE_BPS = 5_000
const HIGH_RATE_BPS = 9_900
const LARGE_STEP_BPS = 500

/** What differs between two terms of a brand, in words for staff. */
export function fieldChanges({ before, after }: Edit): FieldChange[] {
  const fields: readonly (readonly [string, (terms: Terms) => string])[] = [
    ['Name', ({ name }) => name],
    ['Category', ({ category }) => category],
    ['State', stateText],
    ['Words for sellers', ({ pausedWords }) => pausedWords ?? 'The usual words'],
    ['Minimum', ({ minCents }) => formatWholeDollars(minCents)],
    ['Maximum', ({ maxCents }) => formatWholeDollars(maxCents)],
    ['Rate', rateText],
    ['Photos needed', ({ rules }) => String(rules.photosNeeded)],
    ['Expiry date', ({ rules }) => (rules.expiryNeeded ? 'Needed' : 'Not needed')],
    ['Number format', numberFormatText],
  ]
  return fields.flatMap(([field, text]): FieldChange[] => {
    const change = { field, before: text(before), after: text(after) }
    if (change.before === change.after) return []
    const bps = field === 'Rate' ? commonStep({ before, after }) : 0
    return [bps === 0 ? change : { ...change, step: { bps, text: formatPoints(bps) } }]
  })
}

/** '92%' for one rate, '$50 to $99.99: 89%' for each of several. */
export function rateText({ bands }: Pick<Terms, 'bands'>): string {
  const [first] = bands
  if (bands.length === 1 && first) return formatPercent(first.rateBps)
  return bands
    .map(({ fromCents, toCents, rateBps }) => {
      return `${formatWholeDollars(fromCents)} to ${formatWholeDollars(toCents)}: ${formatPercent(rateBps)}`
    })
    .join(', ')
}

/** '92%', or '89% to 92%' for several rates. */
export function rateRange({ bands }: Pick<Terms, 'bands'>): string {
  const rates = bands.map(({ rateBps }) => rateBps)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  return low === high ? formatPercent(low) : `${formatPercent(low)} to ${formatPercent(high)}`
}

export const stateNames = { active: 'Active', paused: 'Paused', hidden: 'Hidden' } as const

function stateText({ state, resumeAt }: Terms): string {
  return state === 'paused' && resumeAt ? `Paused until ${formatDateTime(resumeAt)}` : stateNames[state]
}

function numberFormatText({ rules: { numberFormat } }: Terms): string {
  if (!numberFormat) return 'The checks of the program'
  const { lengths, characters, prefix } = numberFormat
  const kind = characters === 'digits' ? 'digits' : 'letters and digits'
  return `${lengths.length > 0 ? `${lengths.join(' or ')} ` : ''}${kind}${prefix ? `, begins with ${prefix}` : ''}`
}

/** Where a rate can change: the ends of the bands of both. */
function steps({ before, after }: Edit): number[] {
  return [...before.bands, ...after.bands]
    .flatMap(({ fromCents, toCents }) => [fromCents, toCents])
    .flatMap((cents) => {
      const [old, next] = [rateAt(before, cents), rateAt(after, cents)]
      return old === undefined || next === undefined ? [] : [next - old]
    })
}

function commonStep(edit: Edit): number {
  const [first = 0, ...others] = steps(edit)
  return others.every((step) => step === first) ? first : 0
}

/** Reasons to confirm a change by the name of its brand. */
export function changeWarnings(edit: Edit): string[] {
  const { before, after } = edit
  const known = new Set(before.bands.map(({ rateBps }) => rateBps))
  const rates = after.bands.map(({ rateBps }) => rateBps).filter((rate) => !known.has(rate))
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  const largest = Math.max(0, ...steps(edit).map(Math.abs))
  return [
    ...(low < LOW_RATE_BPS ? [`The rate ${formatPercent(low)} is under ${formatPercent(LOW_RATE_BPS)}.`] : []),
    ...(high > HIGH_RATE_BPS ? [`The rate ${formatPercent(high)} is over ${formatPercent(HIGH_RATE_BPS)}.`] : []),
    ...(largest > LARGE_STEP_BPS
      ? [`The rate moves by ${formatPercent(largest).slice(0, -1)} points, more than ${LARGE_STEP_BPS / 100} at once.`]
      : []),
  ]
}
