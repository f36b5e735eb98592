import type { BrandTerms, RateBand } from '#shared/brand.ts'

/** The order of fields and bands does not matter. */
export function sameTerms(one: BrandTerms, other: BrandTerms): boolean {
  return canonical(one) === canonical(other)
}

function canonical(terms: BrandTerms): string {
  const bands = sortBands(terms.bands).map(({ fromCents, toCents, rateBps }) => [fromCents, toCents, rateBps])
  const { photosNeeded, expiryNeeded, numberFormat } = terms.rules
  const format = numberFormat && [numberFormat.lengths, numberFormat.characters, numberFormat.prefix]
  const pause = [terms.pauseMessage, terms.resumeAt && Date.parse(terms.resumeAt)]
  return JSON.stringify([
    ...[terms.slug, terms.name, terms.category, terms.state, pause, terms.minCents, terms.maxCents],
    ...[bands, photosNeeded, expiryNeeded, format],
  ])
}

export function sortBands<Band extends RateBand>(bands: readonly Band[]): Band[] {
  return bands.toSorted((one, other) => one.fromCents - other.fromCents)
}
