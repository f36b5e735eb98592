import { useSyncExternalStore } from 'react'
import type { Brand, BrandTerms } from '#shared/brand.ts'
import { type Catalogue, createCatalogue, seedCatalogue } from '#shared/catalogue.ts'
import { rateRange } from '#shared/rate-range.ts'
import { withBase } from './base-path.ts'
import { createStore } from './store.ts'

/** The newest catalogue that this page has. */
export const catalogueStore = createStore<Catalogue>(seedCatalogue)
let isLoaded = false

/** Whether the server has answered; until then the catalogue is the one of the build. */
export function isCatalogueLoaded(): boolean {
  return isLoaded
}

/** The newest catalogue that this page has; the seed's during hydration, as in the prerendered page. */
export function useCatalogue(): Catalogue {
  return useSyncExternalStore(catalogueStore.subscribe, catalogueStore.get, () => seedCatalogue)
}

/** '87% to 93%': the lowest and the highest rate that we pay at this moment. */
export function useRateRange(): string {
  return rateRange(useCatalogue().brands, Date.now())
}

/** The brand with this slug in the newest catalogue that this page has; undefined when unknown. */
export function findBrand(slug: string): Brand | undefined {
  return catalogueStore.get().find(slug)
}

/** The brands of a catalogue that sellers see, the most sold first. */
export function shownBrands({ brands }: Catalogue): readonly Brand[] {
  return brands.filter(({ state }) => state !== 'hidden')
}

/** Asks the server for the newest catalogue. A failure changes nothing; the next occasion asks again. */
export async function loadCatalogue(): Promise<void> {
  try {
    // The browser revalidates its copy by the ETag.
    const answer = await fetch(withBase('/api/catalogue'))
    if (answer.ok) takeCatalogue(await answer.json())
  } catch {
    // Without a network, prices of the page remain; a quote has the server's.
  }
}

/** A version with the terms that differ from those of the build. */
type Published = { version: number; changed: readonly BrandTerms[] }

/** Shows a catalogue of the server, unless the page has this one or a newer one. */
export function takeCatalogue({ version, changed }: Published): void {
  if (version > catalogueStore.get().version) catalogueStore.set(createCatalogue(version, changed))
  isLoaded = true
}
