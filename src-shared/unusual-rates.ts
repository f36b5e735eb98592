import { rateAt } from './brand.ts'
import type { BrandTerms } from './catalogue-schema.ts'
import { formatPercent } from './format-percent.ts'

type TermsChange = { before: BrandTerms; after: BrandTerms }

export const MANY_BRANDS = 30
const LOW_RATE_BPS = 5_000
const HIGH_RATE_BPS = 9_900
const LARGE_STEP_BPS = 500

type RateMove = { from: number | undefined; to: number }

/** The rates in basis points before and after, at each card value where one of them begins or ends. */
export function rateMoves({ before, after }: TermsChange) {
  return [...before.bands, ...after.bands]
    .flatMap(({ fromCents, toCents }) => [fromCents, toCents])
    .flatMap((cents) => {
      const [from, to] = [rateAt(before, cents), rateAt(after, cents)]
      return from === undefined || to === undefined ? [] : [{ from, to }]
    })
}

/** The reasons that need a confirmation, by the name of the brand. The rate list and the server both ask. */
export function rateWarnings(change: TermsChange) {
  const rates = newRates(change)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  const largest = Math.max(0, ...rateMoves(change).map(({ from, to }) => Math.abs(to - from)))
  return [
    ...(low < LOW_RATE_BPS ? [`The rate ${formatPercent(low)} is under ${formatPercent(LOW_RATE_BPS)}.`] : []),
    ...(high > HIGH_RATE_BPS ? [`The rate ${formatPercent(high)} is over ${formatPercent(HIGH_RATE_BPS)}.`] : []),
    ...(largest > LARGE_STEP_BPS
      ? [`The rate moves by ${formatPercent(largest).slice(0, -1)} points, more than ${LARGE_STEP_BPS / 100} at once.`]
      : []),
  ]
}

/** What a publication has to name as `confirm`, and why. */
type NeededConfirmation = { confirm: string; reason: string }

/** The slug of the brand with the most unusual rate, else the number of many brands. Undefined for usual changes. */
export function neededConfirmation(changes: readonly TermsChange[]): NeededConfirmation | undefined {
  const many = changes.length > MANY_BRANDS ? [`This changes ${changes.length} brands at once.`] : []
  const unusual = changes
    .filter((change) => rateWarnings(change).length > 0)
    .map((change) => ({ ...change.before, move: mostUnusualMove(change) }))
    .sort((one, other) => sizeOf(other.move) - sizeOf(one.move) || (one.slug < other.slug ? -1 : 1))
  const [most] = unusual
  if (!most) return many[0] === undefined ? undefined : { confirm: String(changes.length), reason: many[0] }
  const { from, to } = most.move
  const instead = from === undefined ? '' : ` instead of ${formatPercent(from)}`
  const reasons = [`${most.name} pays ${formatPercent(to)}${instead}.`, ...othersText(unusual.length - 1), ...many]
  return { confirm: most.slug, reason: reasons.join(' ') }
}

function othersText(others: number) {
  if (others === 0) return []
  return [others === 1 ? '1 more brand has an unusual rate.' : `${others} more brands have unusual rates.`]
}

function newRates({ before, after }: TermsChange) {
  const known = new Set(before.bands.map(({ rateBps }) => rateBps))
  return after.bands.map(({ rateBps }) => rateBps).filter((rate) => !known.has(rate))
}

function mostUnusualMove(change: TermsChange) {
  const changed = rateMoves(change).filter(({ from, to }) => from !== to)
  // A rate for card values that the brand did not accept has no former one.
  const moves: RateMove[] = [...changed, ...newRates(change).map((to) => ({ from: undefined, to }))]
  return moves.reduce((most, move) => (sizeOf(move) > sizeOf(most) ? move : most))
}

/** How far a rate moves, or how far it is outside of the usual rates if that is more, in basis points. */
function sizeOf({ from, to }: RateMove) {
  return Math.max(Math.abs(to - (from ?? to)), LOW_RATE_BPS - to, to - HIGH_RATE_BPS)
}
