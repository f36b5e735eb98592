import { type Brand, brands } from './brands.ts'

const bySlug: ReadonlyMap<string, Brand> = new Map(brands.map((brand) => [brand.slug, brand]))

/** The brand with this slug; undefined when unknown. A Map, so that '__proto__' is an unknown brand too. */
export function findBrand(slug: string): Brand | undefined {
  return bySlug.get(slug)
}

/** The minimum number of photos of a card: both sides for every Visa brand, otherwise one. */
export function minimumFiles(slug: string): number {
  return slug.includes('visa') ? 2 : 1
}
