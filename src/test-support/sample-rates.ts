import { seedTerms } from '#shared/brand.ts'
import { seedBrands } from '#shared/brands.ts'
import type { RateList } from '#shared/catalogue-schema.ts'
import type { Terms } from '../features/admin-rates/rate-edits.ts'

/** The terms of a seeded brand; those of the first one for an unknown slug. */
export function aBrand(slug: string): Terms {
  const seed = seedBrands.find((brand) => brand.slug === slug) ?? seedBrands[0]
  if (!seed) throw new Error('The seed has no brands.')
  return structuredClone({ ...seedTerms(seed), slug }) as Terms
}

/** A list with these brands only. */
export function aRateList(version: number, brands: Terms[]): RateList {
  const newest = { version, source: 'edit' as const, madeAt: '2026-01-01T00:00:00.000Z', madeBy: 'owner' }
  return { newest: { ...newest, note: 'A note', changedBrands: 1 }, brands, lastChanges: {} }
}
