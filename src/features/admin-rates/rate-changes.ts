import { formatDateTime } from '#client/lib/format.ts'
import { formatPercent } from '#shared/format-percent.ts'
import { formatWholeDollars } from '#shared/money.ts'
import { rateMoves } from '#shared/unusual-rates.ts'
import type { Edit } from './rate-edits.ts'
import type { Terms } from './terms.ts'
import { formatPoints } from './typed-rate.ts'

/** One line of a review. `step` is how far a rate moves, if all rates of the brand move alike. */
export type FieldChange = { field: string; before: string; after: string; step?: { bps: number; text: string } }

export function fieldChanges({ before, after }: Edit): FieldChange[] {
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

function commonStep(edit: Edit): number {
  const [first = 0, ...others] = rateMoves(edit).map(({ from, to }) => to - from)
  return others.every((step) => step === first) ? first : 0
}
