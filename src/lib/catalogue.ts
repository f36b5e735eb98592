import { type Catalogue, createCatalogue, seedCatalogue } from '#shared/catalogue.ts'
import type { BrandTerms } from '#shared/catalogue-schema.ts'
import { rateRange } from '#shared/rate-range.ts'
import type { PublicSite } from '#shared/site-settings.ts'
import { withBase } from './base-path.ts'
import { siteStore, takeSite } from './site-settings.ts'
import { createPageStore } from './store.ts'

/** A version with the terms that differ from those of the build, and the values of the site. */
export type Published = { version: number; changed: readonly BrandTerms[]; site: PublicSite }

export const catalogueStore = createPageStore<Catalogue>(seedCatalogue)
export const useCatalogue = catalogueStore.use
let isLoaded = false

/** Renders with this catalogue, in which pauses have no end. Call it before the first render. */
export function startWithCatalogue({ version, changed, site }: Published) {
  siteStore.start(site)
  catalogueStore.start(createCatalogue(version, changed))
}

/** Whether the page has asked the server; until then the catalogue is the one that it was rendered with. */
export function isCatalogueLoaded() {
  return isLoaded
}

/** '87% to 93%': the lowest and the highest rate that we pay at this moment. */
export function useRateRange() {
  return rateRange(useCatalogue().brands, Date.now())
}

/** The brand with this slug in the newest catalogue that this page has; undefined when unknown. */
export function findBrand(slug: string) {
  return catalogueStore.get().find(slug)
}

/** The brands of a catalogue that sellers see, the most sold first. */
export function shownBrands({ brands }: Catalogue) {
  return brands.filter(({ state }) => state !== 'hidden')
}

/** Asks the server for the newest catalogue. A failure changes nothing; the next occasion asks again. */
export async function loadCatalogue() {
  try {
    // The browser revalidates its copy by the ETag.
    const answer = await fetch(withBase('/api/catalogue'))
    if (answer.ok) takeCatalogue(await answer.json())
  } catch {
    // Without a network, prices of the page remain; a quote has the server's.
  }
}

/** Shows a catalogue and values of the server, unless the page has these or newer ones. */
export function takeCatalogue({ version, changed, site }: Published) {
  takeSite(site)
  const shown = catalogueStore.get()
  const addsEnds = catalogueStore.isRendered() && changed.some(({ resumeAt }) => resumeAt !== null)
  if (version > shown.version || (version === shown.version && addsEnds))
    catalogueStore.set(createCatalogue(version, changed))
  isLoaded = true
}
