import { type Brand, brands } from './brands.ts'

const bySlug: ReadonlyMap<string, Brand> = new Map(brands.map((brand) => [brand.slug, brand]))

/** The brand with this slug, if we buy it. A Map, so that '__proto__' is just an unknown brand. */
export function findBrand(slug: string): Brand | undefined {
  return bySlug.get(slug)
}

/** Smallest number of photos a card needs: both sides for every Visa brand, otherwise one. */
export function minimumFiles(slug: string): number {
  return slug.includes('visa') ? 2 : 1
}
