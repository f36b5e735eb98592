import { type Brand, seedTerms } from './brand.ts'
import { seedBrands } from './brands.ts'
import type { BrandTerms } from './catalogue-schema.ts'

/** The brands and their terms in one version, the most sold first. */
export type Catalogue = { version: number; brands: readonly Brand[]; find(slug: string): Brand | undefined }

/** The catalogue with these terms in place of the seed's. Terms of unknown brands are ignored. */
export function createCatalogue(version: number, terms: readonly BrandTerms[]): Catalogue {
  const changed = new Map(terms.map((each) => [each.slug, each]))
  const brands = seedBrands.map((seed): Brand => {
    const current = changed.get(seed.slug) ?? seedTerms(seed)
    return { ...seed, ...current, rateBps: Math.max(...current.bands.map(({ rateBps }) => rateBps)) }
  })
  const bySlug = new Map(brands.map((brand) => [brand.slug, brand]))
  return { version, brands, find: (slug) => bySlug.get(slug) }
}

export const seedCatalogue = createCatalogue(1, [])
