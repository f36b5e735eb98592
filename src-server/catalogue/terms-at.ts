import { stateAt } from '#shared/brand.ts'
import type { BrandTerms, CatalogueOutput } from '#shared/catalogue-schema.ts'
import { notBuying } from '#shared/quote.ts'

/** At this moment (epoch ms), without ends of pauses: the clock of a browser may differ. It is right until `until`. */
export function termsAt({ version, changed }: CatalogueOutput, now: number) {
  const ends = changed.map(({ state, resumeAt }) => (state === 'paused' && resumeAt ? Date.parse(resumeAt) : 0))
  return {
    catalogue: { version, changed: changed.map((terms) => fixedTerms(terms, now)) },
    until: Math.min(...ends.filter((end) => end > now), Number.POSITIVE_INFINITY),
  }
}

function fixedTerms(terms: BrandTerms, now: number) {
  if (terms.resumeAt === null) return terms
  const pauseMessage = notBuying(terms, now) ?? null
  return { ...terms, state: stateAt(terms, now), pauseMessage, resumeAt: null }
}
