import type { BrandCategory, BrandState } from '#shared/brands.ts'
import { tableOf } from './table-rule.ts'

export type CatalogueVersionTable = {
  version: number
  source: 'seed' | 'edit' | 'import' | 'revert'
  made_at: string
  /** Null for the server itself. */
  made_by: string | null
  note: string
  /** Null for the first. */
  base: number | null
}

/** The terms of a brand in the versions from `from_version` up to, without, `to_version`; null while they hold. */
export type BrandTermsTable = {
  slug: string
  from_version: number
  to_version: number | null
  name: string
  category: BrandCategory
  state: BrandState
  pause_message: string | null
  resume_at: string | null
  min_cents: number
  max_cents: number
  rules: string
}

/** A band of the brand terms with the same slug and versions. Both ends belong to it. */
export type RateTable = {
  slug: string
  from_version: number
  from_cents: number
  to_cents: number
  rate_bps: number
  to_version: number | null
}

export const catalogueTables = {
  // Settings of the operator, without customer data.
  catalogue_versions: tableOf<CatalogueVersionTable>({ clear: 'kept' }),
  brand_terms: tableOf<BrandTermsTable>({ clear: 'kept' }),
  rates: tableOf<RateTable>({ clear: 'kept' }),
}
