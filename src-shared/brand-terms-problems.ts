import { MAX_CARD_VALUE_CENTS, MIN_CARD_VALUE_CENTS } from './brand.ts'
import { BRAND_NAME_MAX_LENGTH, MAX_BANDS } from './brands.ts'
import type { BrandTerms } from './catalogue-schema.ts'
import { cleanText } from './clean-text.ts'
import { formatPercent } from './format-percent.ts'
import { formatCents, formatWholeDollars } from './money.ts'
import { textFault } from './text-messages.ts'

const MIN_RATE_BPS = 100
const MAX_RATE_BPS = 10_000

type BrandTermsField = 'name' | 'minCents' | 'maxCents' | 'bands' | 'rules' | 'pauseMessage' | 'resumeAt'
type BrandTermsProblem = { field: BrandTermsField; message: string }

/** Why these terms cannot be published; empty when they can. The rate list and the server both check. */
export function brandTermsProblems(terms: BrandTerms) {
  const { name, minCents, maxCents, bands } = terms
  const problems: BrandTermsProblem[] = []
  const require = (field: BrandTermsField, isMet: boolean, message: string) => {
    if (!isMet) problems.push({ field, message })
  }
  const limits = `${formatWholeDollars(MIN_CARD_VALUE_CENTS)} to ${formatWholeDollars(MAX_CARD_VALUE_CENTS)}`
  const fault = textFault('line', cleanText.line(name), BRAND_NAME_MAX_LENGTH, 'The name')
  require('name', cleanText.line(name) !== '', `Enter the name of ${terms.slug}.`)
  require('name', fault === undefined, fault ?? '')
  require('minCents', minCents >= MIN_CARD_VALUE_CENTS &&
    minCents <= MAX_CARD_VALUE_CENTS, `${name}: the minimum is ${limits}.`)
  require('maxCents', maxCents <=
    MAX_CARD_VALUE_CENTS, `${name}: the maximum is at most ${formatWholeDollars(MAX_CARD_VALUE_CENTS)}.`)
  require('maxCents', maxCents >= minCents, `${name}: the maximum is below the minimum.`)
  require('bands', bands.length > 0, `${name} has no rate.`)
  require('bands', bands.length <= MAX_BANDS, `${name} has more than ${MAX_BANDS} rates.`)
  const wrongRate = bands.find(({ rateBps }) => rateBps < MIN_RATE_BPS || rateBps > MAX_RATE_BPS)
  require('bands', !wrongRate, `${name}: a rate is 1% to 100%, not ${formatPercent(wrongRate?.rateBps ?? 0)}.`)
  if (problems.length === 0) problems.push(...bandProblems(terms))
  return problems
}

function bandProblems({ name, minCents, maxCents, bands }: BrandTerms) {
  const problem = (message: string): BrandTermsProblem => ({ field: 'bands', message: `${name}: ${message}` })
  const reversed = bands.find(({ fromCents, toCents }) => toCents < fromCents)
  if (reversed)
    return [
      problem(
        `a band ends at ${formatCents(reversed.toCents)}, before it begins at ${formatCents(reversed.fromCents)}.`,
      ),
    ]
  const sorted = bands.toSorted((one, other) => one.fromCents - other.fromCents)
  const problems: BrandTermsProblem[] = []
  let next = minCents
  for (const { fromCents, toCents } of sorted) {
    if (fromCents > next)
      problems.push(problem(`there is no rate from ${formatCents(next)} to ${formatCents(fromCents - 1)}.`))
    if (fromCents < next)
      problems.push(
        fromCents < minCents
          ? problem(`a band begins at ${formatCents(fromCents)}, below the minimum.`)
          : problem(`two rates apply from ${formatCents(fromCents)} to ${formatCents(Math.min(next - 1, toCents))}.`),
      )
    next = Math.max(next, toCents + 1)
  }
  if (next <= maxCents)
    problems.push(problem(`there is no rate from ${formatCents(next)} to ${formatCents(maxCents)}.`))
  if (next > maxCents + 1) problems.push(problem(`a band ends at ${formatCents(next - 1)}, above the maximum.`))
  return problems
}
