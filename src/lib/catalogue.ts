import { useSyncExternalStore } from 'react'
import type { Brand } from '#shared/brand.ts'
import { type Catalogue, seedCatalogue } from '#shared/catalogue.ts'
import { createStore } from './store.ts'

const { get, subscribe } = createStore<Catalogue>(seedCatalogue)

/** The newest catalogue of this page; the seed's during hydration, as in the prerendered page. */
export function useCatalogue(): Catalogue {
  return useSyncExternalStore(subscribe, get, () => seedCatalogue)
}

/** The brand with this slug in the newest catalogue of this page; undefined when unknown. */
export function findBrand(slug: string): Brand | undefined {
  return get().find(slug)
}

/** The brands of a catalogue that sellers see, the most sold first. */
export function shownBrands({ brands }: Catalogue): readonly Brand[] {
  return brands.filter(({ state }) => state !== 'hidden')
}
