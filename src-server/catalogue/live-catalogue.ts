import { type Catalogue, seedCatalogue } from '#shared/catalogue.ts'

/** The catalogue as this process has it. `current` is replaced as a whole, so a caller reads it once and keeps it. */
export type LiveCatalogue = { readonly current: Catalogue }

export function createLiveCatalogue(): LiveCatalogue {
  return { current: seedCatalogue }
}
