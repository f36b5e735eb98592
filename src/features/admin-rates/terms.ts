import type { RateList } from '#shared/catalogue-schema.ts'

export type Terms = RateList['brands'][number]

/** Parts of the terms that make sense together only, so that changes of two people never mix within one. */
const parts = [
  ['name'],
  ['category'],
  ['state', 'pauseMessage', 'resumeAt'],
  ['minCents', 'maxCents', 'bands'],
  ['rules'],
] as const satisfies readonly (readonly (keyof Terms)[])[]
type Part = (typeof parts)[number]

/** The same text for the same terms, whatever the order of their keys is. */
function partText(terms: Terms, part: Part): string {
  const sorted = (_: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value
  return JSON.stringify(
    part.map((field) => terms[field]),
    sorted,
  )
}

const isSamePart = (one: Terms, other: Terms, part: Part) => partText(one, part) === partText(other, part)

export function isSameTerms(one: Terms, other: Terms): boolean {
  return parts.every((part) => isSamePart(one, other, part))
}

/** What an edit from `before` to `after` makes of terms that have become `now` in between. */
export function mergeTerms(before: Terms, after: Terms, now: Terms): Terms {
  const edited = parts.filter((part) => !isSamePart(before, after, part)).flat()
  return { ...now, ...Object.fromEntries(edited.map((field) => [field, after[field]])) }
}

export function addToRates(terms: Terms, bps: number): Terms {
  return { ...terms, bands: terms.bands.map((band) => ({ ...band, rateBps: band.rateBps + bps })) }
}

export function pauseBrand(terms: Terms, pauseMessage: string | null, resumeAt: string | null): Terms {
  return { ...terms, state: 'paused', pauseMessage, resumeAt }
}

export function resumeBrand(terms: Terms): Terms {
  return { ...terms, state: 'active', pauseMessage: null, resumeAt: null }
}
