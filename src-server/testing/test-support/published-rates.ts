import type { BrandTerms } from '#shared/catalogue-schema.ts'
import { neededConfirmation } from '#shared/unusual-rates.ts'
import type { Person, TestApp } from './test-app.ts'

/** The newest terms of a brand. @throws when the brand is unknown */
export function termsOf({ ctx }: Pick<TestApp, 'ctx'>, slug: string): BrandTerms {
  const terms = ctx.catalogue.current.terms.find((each) => each.slug === slug)
  if (!terms) throw new Error(`There is no brand ${slug}.`)
  return terms
}

/** The terms of a brand with one rate for every value. */
export function atRate(app: Pick<TestApp, 'ctx'>, slug: string, rateBps: number): BrandTerms {
  const terms = termsOf(app, slug)
  return { ...terms, bands: [{ fromCents: terms.minCents, toCents: terms.maxCents, rateBps }] }
}

/** The terms of a brand with the rate of 85 % below $150.00 and of 92 % from there. */
export function inTwoBands(app: Pick<TestApp, 'ctx'>, slug: string): BrandTerms {
  const terms = termsOf(app, slug)
  return {
    ...terms,
    bands: [
      { fromCents: terms.minCents, toCents: 14_999, rateBps: 8500 },
      { fromCents: 15_000, toCents: terms.maxCents, rateBps: 9200 },
    ],
  }
}

/** The terms of a brand with a rate that differs a little from its newest. */
export function atAnotherRate(app: Pick<TestApp, 'ctx'>, slug: string): BrandTerms {
  const [band] = termsOf(app, slug).bands
  return atRate(app, slug, 9000 + (((band?.rateBps ?? 0) + 1) % 100))
}

/** Publishes these terms on the newest version, confirmed where they are unusual; returns the new one. */
export async function publish(app: TestApp, staff: Person, ...changes: BrandTerms[]): Promise<number> {
  const { version: base } = app.ctx.catalogue.current
  const edits = changes.map((after) => ({ before: termsOf(app, after.slug), after }))
  const confirm = neededConfirmation(edits)?.confirm
  return (await staff.api.admin.rates.publish({ base, changes, note: 'A test', confirm })).version
}
