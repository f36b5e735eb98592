import type { RateBand } from './brand.ts'
import type { BrandTerms } from './catalogue-schema.ts'

/** Fields that make sense together only, so that changes of two people never mix within one part. */
const parts = [
  ['name'],
  ['category'],
  ['state', 'pauseMessage', 'resumeAt'],
  ['minCents', 'maxCents', 'bands'],
  ['rules'],
] as const satisfies readonly (readonly (keyof BrandTerms)[])[]
type Part = (typeof parts)[number]

/** What `bands` and `rules` have, so that the order of their fields makes no difference. */
const nestedFields = [
  ...['fromCents', 'toCents', 'rateBps', 'photosNeeded', 'expiryNeeded', 'numberFormat'],
  ...['lengths', 'characters', 'prefix'],
]

/** The order of fields and bands does not matter. */
export function sameTerms(one: BrandTerms, other: BrandTerms) {
  return differingParts(one, other).length === 0
}

/** What an edit from `before` to `after` makes of terms that have become `now` in between. */
export function mergeTerms(before: BrandTerms, after: BrandTerms, now: BrandTerms) {
  const edited = differingParts(before, after).flat()
  return { ...now, ...Object.fromEntries(edited.map((field) => [field, after[field]])) }
}

export function sortBands<Band extends RateBand>(bands: readonly Band[]) {
  return bands.toSorted((one, other) => one.fromCents - other.fromCents)
}

function differingParts(one: BrandTerms, other: BrandTerms) {
  return parts.filter((part) => part.some((field) => textOf(one, field) !== textOf(other, field)))
}

function textOf(terms: BrandTerms, field: Part[number]) {
  if (field === 'bands') return JSON.stringify(sortBands(terms.bands), nestedFields)
  if (field === 'resumeAt') return String(terms.resumeAt && Date.parse(terms.resumeAt))
  return JSON.stringify(terms[field], nestedFields)
}
